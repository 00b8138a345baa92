import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { OutgoingError } from './outgoing-error';

const unzip = promisify(gunzip);

/**
 * Reads the body of an answer, and unpacks what is packed with gzip, whether its headers say so or not. Stops at the first byte too many,
 * packed or unpacked. @throws OutgoingError `too_long` or `encoding`
 */
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
  return unpacked(Buffer.concat(chunks), maxBytes);
}

function refusal(headers: Dispatcher.ResponseData['headers'], maxBytes: number): OutgoingError | undefined {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (typeof encoding !== 'string' || !/^(identity|x-gzip|gzip)$/i.test(encoding.trim()))
    return new OutgoingError('encoding', 'the answer is compressed');
  return Number(headers['content-length'] ?? 0) > maxBytes ? tooLong(maxBytes) : undefined;
}

async function unpacked(body: Buffer, maxBytes: number): Promise<Buffer> {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return await unzip(body, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLong = error instanceof RangeError;
    throw isTooLong ? tooLong(maxBytes) : new OutgoingError('encoding', 'the answer cannot be unpacked');
  }
}

function tooLong(maxBytes: number): OutgoingError {
  return new OutgoingError('too_long', `the answer is longer than ${maxBytes} bytes`);
}
