import { once } from 'node:events';
import type { Response } from 'express';
import type { EventResponse } from '../dto/event.dto';
import type { EventSelection } from './event-selection';

/** What may wait in the process for a client that reads more slowly than things happen, in bytes. */
const MOST_UNREAD = 1_048_576;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  // Without this header, nginx and other proxies buffer the response.
  'X-Accel-Buffering': 'no',
  // The end of the answer closes the connection, so that no stopping instance waits for it.
  Connection: 'close',
};

/** The answer to one reader of the stream. */
export class EventStream {
  /** The id of the last event that the reader has, or that its filters leave out. */
  private reached = 0;

  /**
   * @param authorization the header with the key, which is checked again while the stream is open
   * @param restrictions of the key as JSON, as they were when it was opened
   */
  constructor(
    private readonly response: Response,
    readonly selection: EventSelection,
    readonly authorization: string | undefined,
    readonly restrictions: string,
  ) {}

  get cursor(): number {
    return this.reached;
  }

  isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  /** Whether so much waits for the client that it gets no more until it has read that. */
  get isLagging(): boolean {
    return this.response.writableLength > MOST_UNREAD;
  }

  /** Sends the head of the answer, and the cursor. */
  begin(cursor: number): void {
    this.reached = cursor;
    if (!this.isOpen()) return;
    this.response.writeHead(200, HEADERS);
    this.mark();
  }

  /** Sends the head of the answer to a HEAD request. */
  static answerHead(response: Response): void {
    response.writeHead(200, HEADERS).end();
  }

  /** Sends events that were selected for this stream. @param next the cursor after them */
  send(events: readonly EventResponse[], next: number): void {
    this.sendText(framesOf(events, this.selection), next);
  }

  /** @param next the cursor after the frames */
  sendText(frames: string | Buffer, next: number): void {
    this.reached = next;
    if (frames.length > 0 && this.isOpen()) this.response.write(frames);
  }

  /** Resolves when the client has read what waits for it, or is gone. `SlowReaderWatch` cuts off a client that does not read. */
  async drained(): Promise<void> {
    const { response } = this;
    if (!this.isOpen() || !response.writableNeedDrain) return;
    const either = new AbortController();
    const { signal } = either;
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).catch(
      () => undefined,
    );
    either.abort();
  }

  /** Sends a comment. */
  mark(): void {
    if (!this.isLagging) this.sendText(markOf(this.reached), this.reached);
  }

  end(): void {
    if (!this.response.headersSent) this.response.writeHead(200, HEADERS);
    this.response.end();
  }

  onClose(listener: () => void): void {
    this.response.once('close', listener);
  }
}

/** Events that were selected, as the key of the stream sees them. */
export function framesOf(events: readonly EventResponse[], selection: EventSelection): string {
  return events.map((event) => frameOf(selection.seen(event))).join('');
}

/** An event as Server-Sent Events write it: https://html.spec.whatwg.org/multipage/server-sent-events.html. */
function frameOf(event: EventResponse): string {
  return `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** Keeps proxies from closing the connection. The id also passes events that the filters leave out; without `data` it is no event. */
function markOf(cursor: number): string {
  return `: open\nid: ${cursor}\n\n`;
}
