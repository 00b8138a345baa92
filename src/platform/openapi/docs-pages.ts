import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Clock } from '../clock';
import { DAY_MS } from '../time/units';
import { withCurrentDates } from './current-examples';
import { DOCS_HTML, DOCS_SCRIPT, DOCS_STYLE } from './docs-html';

/** A file of the documentation, as it is sent. */
export interface Page {
  readonly type: string;
  readonly body: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
}

/** The documentation's files as bytes. Those of the document are built once a day, because its examples carry dates; others once. */
export class DocsPages {
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
