import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
/** ALTCHA's own widget, with its workers in one file. */
const WIDGET = join(dirname(require.resolve('altcha')), 'altcha.js');
const CHALLENGE_PAGE = join(__dirname, 'challenge-page.html');

/** A site with pages of an origin of its own. */
export interface Site {
  readonly server: Server;
  readonly origin: string;
}

/** Starts Chromium. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
}

/** Scripts of a site by their paths. */
export type Scripts = Readonly<Record<string, string>>;

/**
 * Starts a site with these scripts. Its page at `/framed` shows `/` in a sandboxed frame, whose origin is `null`; the one at `/challenge` has ALTCHA's widget.
 */
export async function startSite(scripts: Scripts = {}): Promise<Site> {
  const server = createServer((request, response) => {
    const script = request.url === '/altcha.js' ? readFileSync(WIDGET) : scripts[request.url ?? ''];
    if (script !== undefined) response.setHeader('content-type', 'text/javascript').end(script);
    else response.setHeader('content-type', 'text/html').end(pageAt(request.url));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

export function stopSite({ server }: Site): void {
  server.closeAllConnections();
  server.close();
}

function pageAt(path: string | undefined): string | Buffer {
  if (path === '/challenge') return readFileSync(CHALLENGE_PAGE);
  const frame = path === '/framed' ? '<iframe sandbox="allow-scripts" src="/"></iframe>' : '';
  return `<!doctype html><title>Site</title>${frame}`;
}
