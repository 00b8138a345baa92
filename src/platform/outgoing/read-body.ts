import type { Dispatcher } from 'undici';
import { OutgoingError } from './outgoing-error';

/** Reads the body of an answer. Stops at the first byte too many. @throws OutgoingError `too_long` or `encoding` */
export async function readBody(
  { body, headers }: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<Buffer> {
  const refused = refusal(headers, maxBytes);
  if (refused !== undefined) {
    body.on('error', () => undefined).destroy();
    throw refused;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    // Leaving the loop ends the connection.
    if (length > maxBytes) throw tooLong(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusal(headers: Dispatcher.ResponseData['headers'], maxBytes: number): OutgoingError | undefined {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') return new OutgoingError('encoding', 'the answer is compressed');
  return Number(headers['content-length'] ?? 0) > maxBytes ? tooLong(maxBytes) : undefined;
}

function tooLong(maxBytes: number): OutgoingError {
  return new OutgoingError('too_long', `the answer is longer than ${maxBytes} bytes`);
}
