import type { IncomingMessage, ServerResponse } from 'node:http';
import { TurnQueue } from '../../async/turn-queue';

/** A body of more bytes takes milliseconds to read, parse and validate. */
export const LARGE_BODY_BYTES = 16_384;

const turns = new TurnQueue();

/** Judged by the headers: a body without a length may be large. */
function mayBeLarge({ headers }: IncomingMessage): boolean {
  const length = headers['content-length'];
  return length === undefined
    ? headers['transfer-encoding'] !== undefined
    : Number(length) > LARGE_BODY_BYTES;
}

/**
 * Lets the reader of a large body have one chunk in each turn of the event loop, and large bodies take turns. libuv reads up to 32 chunks of
 * 64 KB of one connection at once: sixty uploads kept every other request waiting for a second. Call it as the reader begins.
 */
export function readInTurns(request: IncomingMessage): void {
  if (!mayBeLarge(request)) return;
  request.on('data', () => {
    request.pause();
    void turns.next().then(() => request.resume());
  });
}

/** Discards in turns a large body that no reader has begun to read when the response ends. Node discards it at once. */
export function discardInTurns(request: IncomingMessage, response: ServerResponse): void {
  if (!mayBeLarge(request)) return;
  response.once('prefinish', () => {
    if (request.readableFlowing === null) readInTurns(request);
  });
}
