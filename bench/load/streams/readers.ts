/**
 * Readers of the stream of events, in a process of their own. They cost as little as possible, so that the machine is left to the
 * service: all count bytes, the first one also counts events.
 */
import { connect } from 'node:net';

const EVENT = Buffer.from('\nevent: ');
const BUFFER_BYTES = 65_536;

/** What the readers have got. */
export interface Got {
  /** The first one. */
  readonly events: number;
  /** All of them together. */
  readonly bytes: number;
}

const got = { events: 0, bytes: 0 };

async function main(): Promise<void> {
  const [port = '', key = '', count = ''] = process.argv.slice(2);
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  const readers = Array.from({ length: Number(count) }, (_, index) => read(port, key, buffer, index === 0));
  await Promise.all(readers);
  process.on('message', () => process.send?.(got));
  process.send?.(got);
}

/** Resolves at the head of the answer. Rejects when it is no 200. */
function read(port: string, key: string, buffer: Buffer, isFirst: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const callback = (length: number) => {
      if (buffer.toString('latin1', 0, 12) === 'HTTP/1.1 200') resolve();
      else reject(new Error(`a stream was answered with ${buffer.toString('latin1', 0, length)}`));
      got.bytes += length;
      if (isFirst) got.events += eventsIn(buffer.subarray(0, length));
      return true;
    };
    const socket = connect({ port: Number(port), host: '127.0.0.1', onread: { buffer, callback } });
    socket.on('error', reject);
    socket.write(
      `GET /api/v1/events/stream HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n\r\n`,
    );
  });
}

function eventsIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(EVENT); at >= 0; at = bytes.indexOf(EVENT, at + 1)) count++;
  return count;
}

void main();
