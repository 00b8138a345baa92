import type { INestApplication } from '@nestjs/common';
import { getStorageToken, normalizeIp, type ThrottlerStorage } from '@nestjs/throttler';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Clock } from '../clock';
import { RateLimitedError } from '../errors/errors';
import { codedTag, namesWeakly } from '../http/conditional/entity-tag';
import { DocsPages, type Page } from './docs-pages';
import { buildDocument } from './openapi';

const DOCS = '/docs';
const WINDOW_MS = 60_000;
/** Requests for pages in a minute by one address; a reader makes five for the first page, and then few. */
const LIMIT = 120;

/** Serves Swagger UI at `/docs`, the document at `/docs/openapi.json`. No key: requests count by address, apart from those of the API. */
export function serveDocs(app: INestApplication): void {
  const pages = new DocsPages(app.get(Clock), () => buildDocument(app));
  const count = countByAddress(app);
  const serve = (request: Request, response: Response, next: NextFunction) => {
    const page = isRead(request) ? pages.find(request.path) : undefined;
    if (page === undefined) next();
    else send(page, request, response);
  };
  const http = app.getHttpAdapter();
  http.get('/', redirect(302));
  http.get('/api/docs', redirect(301));
  // Not `http.get`: that would decode the path, and answer one that it cannot decode.
  app.use(DOCS, count, serve);
}

function redirect(status: number) {
  return (_request: Request, response: Response): void => {
    response.redirect(status, DOCS);
  };
}

function countByAddress(app: INestApplication): RequestHandler {
  const storage = app.get<ThrottlerStorage>(getStorageToken(), { strict: false });
  return (request, _response, next) => {
    const key = `docs:${normalizeIp(request.ip ?? '')}`;
    void storage.increment(key, WINDOW_MS, LIMIT, 0, 'docs').then(({ isBlocked, timeToExpire }) => {
      next(isBlocked ? new RateLimitedError(timeToExpire) : undefined);
    }, next);
  };
}

function isRead({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD';
}

function send(page: Page, request: Request, response: Response): void {
  const isGzip = request.acceptsEncodings('gzip') === 'gzip';
  response.setHeader('ETag', isGzip ? codedTag(page.etag) : page.etag);
  response.vary('Accept-Encoding');
  response.setHeader('Cache-Control', 'public, no-cache');
  const known = request.headers['if-none-match'];
  if (known !== undefined && namesWeakly(known, page.etag)) {
    response.status(304).end();
    return;
  }
  if (isGzip) response.setHeader('Content-Encoding', 'gzip');
  const body = isGzip ? page.gzipped : page.body;
  response.setHeader('Content-Type', page.type);
  response.setHeader('Content-Length', body.length);
  response.end(body);
}
