import { gzip } from 'node:zlib';
import type { Response } from 'express';

/** Characters. A shorter answer fits into one packet as it is. */
const LEAST = 1_024;

/** Fast rather than small: the month of a calendar becomes a tenth either way. */
const LEVEL = 1;

/** Where ids or addresses are secrets. */
const SECRET_PATHS = /^\/api\/v1\/(manage|holds|feeds)(\/|\?|$)/i;

/**
 * Decides whether an answer is sent compressed, and says that this depends on `Accept-Encoding`. Only reads are: an answer to a write may
 * show a secret beside what the request said. Neither is an answer with a link of a customer, because the length of compressed text
 * tells an onlooker how much of it occurs twice (BREACH), and customers write texts that stand beside links of others.
 */
export function isCompressed(response: Response, body: string): boolean {
  const { req: request } = response;
  if (body.length < LEAST || (request.method !== 'GET' && request.method !== 'HEAD')) return false;
  if (SECRET_PATHS.test(request.url)) return false;
  response.vary('Accept-Encoding');
  // Programs often send none: they do not pay for reading it.
  if (request.headers['accept-encoding'] === undefined) return false;
  return request.acceptsEncodings('gzip') === 'gzip' && !body.includes('"manageUrl":"');
}

/** Compresses on a thread of Node's pool, so that other requests go on meanwhile. */
export function sendCompressed(response: Response, body: string): void {
  gzip(body, { level: LEVEL }, (error, compressed) => {
    if (error !== null) {
      response.destroy(error);
      return;
    }
    response.setHeader('Content-Encoding', 'gzip');
    response.setHeader('Content-Length', compressed.length);
    response.end(compressed);
  });
}
