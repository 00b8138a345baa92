import type { NextFunction, Request, Response } from 'express';
import type { Logger } from 'pino';
import type { TrackedRequest } from './request-id';

/**
 * Logs one structured line for each request: its id, method, path, status, duration in ms, and the id of its key. Headers,
 * queries and bodies are never logged, because they may hold keys or personal data.
 * @param keyIdOf the id of the key of a request, once it is known; not a secret
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

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}
