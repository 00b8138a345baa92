import type { INestApplication } from '@nestjs/common';
import { getStorageToken, normalizeIp, type ThrottlerStorage } from '@nestjs/throttler';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { Clock } from '../clock';
import { RateLimitedError } from '../errors/errors';
import { codedTag, namesWeakly } from '../http/conditional/entity-tag';
import { buildDocument } from './openapi';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { OpenAPIObject } from '@nestjs/swagger';
import { DAY_MS } from '../time/units';
import { withCurrentDates } from './current-examples';
import { DOCS_HTML, DOCS_SCRIPT, DOCS_STYLE } from './docs-html';

/** A file of the documentation, as it is sent. */
interface Page {
  readonly type: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
}

/** The documentation's files as bytes. Those of the document are built once a day, because its examples carry dates; others once. */
class DocsPages {
  private readonly fixed = new Map<string, Page>();
  private document: OpenAPIObject | undefined;
  private today: { readonly day: number; readonly page: Page } | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly build: () => OpenAPIObject,
  ) {}

  /** @param path below `/docs` */
  find(path: string): Page | undefined {
    if (path === '/openapi.json') return this.openApi();
    // JSON is YAML, too.
    if (path === '/openapi.yaml') return { ...this.openApi(), type: 'application/yaml; charset=utf-8' };
    const file = FILES[path];
    if (file === undefined) return undefined;
    const known = this.fixed.get(path);
    if (known !== undefined) return known;
    const page = pageOf(file.type, file.read());
    this.fixed.set(path, page);
    return page;
  }

  private openApi(): Page {
    const now = this.clock.now();
    const day = Math.floor(now / DAY_MS);
    if (this.today?.day !== day) {
      this.document ??= this.build();
      const text = JSON.stringify(withCurrentDates(this.document, now));
      this.today = { day, page: pageOf('application/json; charset=utf-8', Buffer.from(text)) };
    }
    return this.today.page;
  }
}

interface File {
  readonly type: string;
  readonly read: () => Buffer;
}

const HTML = { type: 'text/html; charset=utf-8', read: () => Buffer.from(DOCS_HTML) };

const FILES: Readonly<Partial<Record<string, File>>> = {
  '/': HTML,
  '/docs.css': { type: 'text/css; charset=utf-8', read: () => Buffer.from(DOCS_STYLE) },
  '/docs.js': { type: 'text/javascript; charset=utf-8', read: () => Buffer.from(DOCS_SCRIPT) },
  '/swagger-ui.css': { type: 'text/css; charset=utf-8', read: fileOfSwaggerUi('swagger-ui.css') },
  '/swagger-ui.js': { type: 'text/javascript; charset=utf-8', read: fileOfSwaggerUi('swagger-ui-bundle.js') },
  '/favicon.png': { type: 'image/png', read: fileOfSwaggerUi('favicon-32x32.png') },
};

function fileOfSwaggerUi(name: string): () => Buffer {
  return () => readFileSync(require.resolve(`swagger-ui-dist/${name}`));
}

function pageOf(type: string, body: Buffer): Page {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { type, body, gzipped: gzipSync(body), etag: `"${hash}"` };
}

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
