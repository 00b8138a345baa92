import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How fast a client must read an answer, on average over a window. */
export interface ReadingRate {
  readonly windowMs: number;
  /** The least number of bytes in a window. */
  readonly minBytes: number;
}

/** 16 KiB/s over 30 s: a slow mobile line is faster, and the largest answer is over within minutes. */
export const SLOWEST_READER: ReadingRate = { windowMs: 30_000, minBytes: 30 * 16 * 1_024 };

/** How much of its answers a client had read at a moment. */
interface Mark {
  readonly at: number;
  readonly read: number;
}

const LOOKS_PER_WINDOW = 6;

/** The members of a socket that the watch uses. */
export type WatchedSocket = Pick<Socket, 'bytesWritten' | 'writableLength' | 'destroy'>;

/**
 * Destroys connections whose client leaves its answer unread, so that no client holds an answer in memory for ever. An answer
 * is unread while bytes of it wait in the process for the operating system to take them.
 */
export class SlowReaderWatch {
  private readonly sockets = new Map<WatchedSocket, Mark | undefined>();

  constructor(private readonly rate: ReadingRate) {}

  add(socket: WatchedSocket): void {
    this.sockets.set(socket, undefined);
  }

  remove(socket: WatchedSocket): void {
    this.sockets.delete(socket);
  }

  /** Whether an answer waits for its client. */
  hasUnread(): boolean {
    return [...this.sockets.keys()].some(({ writableLength }) => writableLength > 0);
  }

  /** @param now monotonic, in ms */
  look(now: number): void {
    for (const [socket, mark] of this.sockets) {
      // `bytesWritten` includes the bytes that still wait.
      const fresh = { at: now, read: socket.bytesWritten - socket.writableLength };
      if (socket.writableLength === 0) this.sockets.set(socket, undefined);
      else if (mark === undefined) this.sockets.set(socket, fresh);
      else if (now - mark.at < this.rate.windowMs) continue;
      else if (fresh.read - mark.read < this.rate.minBytes) socket.destroy();
      else this.sockets.set(socket, fresh);
    }
  }
}

/** Watches all connections of a server. One timer looks at all sockets, so that a request costs nothing. */
export function cutSlowReaders(server: Server, rate: ReadingRate = SLOWEST_READER): SlowReaderWatch {
  const watch = new SlowReaderWatch(rate);
  server.on('connection', (socket: Socket) => {
    watch.add(socket);
    socket.once('close', () => {
      watch.remove(socket);
    });
  });
  const timer = setInterval(() => {
    watch.look(performance.now());
  }, rate.windowMs / LOOKS_PER_WINDOW).unref();
  server.once('close', () => {
    clearInterval(timer);
  });
  return watch;
}
