import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string>;

/** A table whose first line names the columns (RFC 4180). */
export const CSV = 'text/csv; charset=utf-8; header=present';

/** An answer of any length, sent as it is made: a file to save. Its parts are held one at a time. */
export class StreamReply {
  constructor(
    /** The bytes of the file; of `application/json`, the text of `data`. */
    readonly chunks: Chunks,
    readonly type: 'application/json' | 'application/zip' | typeof CSV,
    /** Of letters, digits, `-` and `.`. */
    readonly fileName: string,
  ) {}
}

/** Sends a stream, JSON in the envelope. When it fails half-way, the connection is cut, so that no client takes a part for the whole. */
export function sendStream(
  response: Response,
  { chunks, type, fileName }: StreamReply,
  ignored: readonly string[] | undefined,
): void {
  const isJson = type === 'application/json';
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', isJson ? `${type}; charset=utf-8` : type);
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  const body = Readable.from(isJson ? enveloped(chunks, ignored) : chunks, { objectMode: false });
  // The pipeline has destroyed the response, which the log of requests shows as aborted.
  pipeline(body, response).catch(() => undefined);
}

async function* enveloped(data: Chunks, ignored: readonly string[] | undefined): Chunks {
  yield '{"data":';
  yield* data;
  yield ignored === undefined ? '}' : `,"meta":${JSON.stringify({ ignored })}}`;
}
