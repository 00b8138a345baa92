import { createHash } from 'node:crypto';
import type { Request } from 'express';

/** A request with what an upload was read into. */
type ReadRequest = Request & { readonly file?: { readonly buffer: Buffer } };

/**
 * What makes a request the same request again: its path, and its body as it was read. White space does not count; the order
 * of members does. Of an upload the content of the file counts, not its name.
 * @returns SHA-256
 */
export function fingerprintOf({ path, body, file }: ReadRequest): Buffer {
  const hash = createHash('sha256').update(`${path}\n${JSON.stringify(body ?? null)}\n`);
  if (file !== undefined) hash.update(file.buffer);
  return hash.digest();
}
