import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { TrackedRequest } from '../request-id';

/**
 * Logs a structured line for each request: id, method, path, status, duration in ms, and the id of its key. Never headers, queries or
 * bodies, which may hold keys or personal data. @param keyIdOf the id of the key of a request, once it is known; not a secret
 */
export function logRequests(logger: Logger, keyIdOf: (request: Request) => number | undefined) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const began = performance.now();
    response.once('close', () => {
      const { statusCode, writableFinished } = response;
      const line = {
        requestId: (request as TrackedRequest).id,
        apiKeyId: keyIdOf(request),
        method: request.method,
        path: pathOf(request.originalUrl),
        statusCode,
        durationMs: Math.round((performance.now() - began) * 100) / 100,
      };
      if (!writableFinished) logger.warn(line, 'request aborted');
      else if (statusCode >= 500) logger.error(line, 'request failed');
      else logger.info(line, 'request completed');
    });
    next();
  };
}

/** The path without its query. The secrets of links are masked, and API keys, as a client may put its key there by mistake. */
function pathOf(url: string): string {
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  if (!path.includes('%')) return maskKeys(path);
  const decoded = path.replaceAll(/%([0-7][0-9a-f])/gi, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const masked = maskKeys(decoded);
  return masked === decoded ? path : encodeURI(masked);
}

function maskKeys(path: string): string {
  return path
    .replaceAll(/xsk_[^/]+/gi, 'xsk_***')
    .replaceAll(/(\/(?:feeds|manage|m\/ea|m)\/)[^/]+/gi, '$1***');
}
