import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from 'playwright-core';
import { startTestService, type TestService } from '../support/test-service';

const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

/** Starts a site on another origin that serves an empty page. */
async function startSite(): Promise<{ server: Server; origin: string }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Site</title>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('A page of another origin', () => {
  let browser: Browser;
  let listed: Awaited<ReturnType<typeof startSite>>;
  let stranger: Awaited<ReturnType<typeof startSite>>;
  let service: TestService;

  beforeAll(async () => {
    listed = await startSite();
    stranger = await startSite();
    service = await startTestService({ environment: { CORS_ORIGINS: listed.origin } });
    browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
  });

  afterAll(async () => {
    await browser.close();
    await service.stop();
    for (const { server } of [listed, stranger]) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** Sends a request from a script of that page; returns what the script sees, or that the browser blocks the answer. */
  async function fetchFrom(origin: string, method: string, path: string, body?: object) {
    const page = await browser.newPage();
    await page.goto(origin);
    const headers = {
      authorization: `Bearer ${service.admin.key ?? ''}`,
      'idempotency-key': `${method}-${path}-${origin}`,
      'if-match': '*',
      'x-request-id': 'from-a-page',
      ...(body && { 'content-type': 'application/json' }),
    };
    const request = {
      url: `${service.url}/api/v1${path}`,
      method,
      headers,
      body: body && JSON.stringify(body),
    };
    const answer = await page.evaluate(async ({ url, ...init }) => {
      try {
        const response = await fetch(url, { ...init, body: init.body ?? null });
        const read = (name: string) => response.headers.get(name);
        return {
          status: response.status,
          requestId: read('x-request-id'),
          limit: read('ratelimit-limit'),
          tag: read('etag'),
        };
      } catch {
        return 'kept back';
      }
    }, request);
    await page.close();
    return answer;
  }

  it('may read and write with a key, and sees the headers, when its origin is allowed', async () => {
    const created = await fetchFrom(listed.origin, 'POST', '/services', { name: 'Haircut', durationMin: 45 });
    expect(created).toMatchObject({ status: 201, requestId: 'from-a-page', limit: '1000000' });
    const changed = await fetchFrom(listed.origin, 'PATCH', '/services/1', { name: 'Cut' });
    expect(changed).toMatchObject({ status: 200 });
    const read = await fetchFrom(listed.origin, 'GET', '/services/1');
    expect(read).toMatchObject({ status: 200, tag: expect.stringMatching(/^(W\/)?"/) });
    const refused = await fetchFrom(listed.origin, 'GET', '/services/4711');
    expect(refused).toMatchObject({ status: 404 });
  });

  it('gets no answer when its origin is not allowed', async () => {
    expect(await fetchFrom(stranger.origin, 'GET', '/services')).toBe('kept back');
    expect(await fetchFrom(stranger.origin, 'POST', '/categories', { name: 'Hair' })).toBe('kept back');
    expect((await service.admin.get('/categories')).body.data).toEqual([]);
  });
});
