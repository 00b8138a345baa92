import type { Browser } from 'playwright-core';
import { aProvider, aService, MONDAY } from '../support/builders';
import { aBrowserKey } from '../support/pages';
import { startTestService, type TestService } from '../support/test-service';
import { type Site, startBrowser, startSite, stopSite } from './site';

describe('A page with a browser key', () => {
  let browser: Browser;
  let listed: Site;
  let stranger: Site;
  let service: TestService;
  let key: string;
  let where: object;

  beforeAll(async () => {
    listed = await startSite();
    stranger = await startSite();
    service = await startTestService();
    const [serviceId, providerId] = [await aService(service.admin), await aProvider(service.admin)];
    where = { serviceId, providerId, date: MONDAY };
    ({ key } = await aBrowserKey(service, { origins: [listed.origin] }));
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await service.stop();
    for (const site of [listed, stranger]) stopSite(site);
  });

  /** Sends a request from a script of a page, or of the frame in it; returns what the script sees, or that the browser blocks the answer. */
  async function send(url: string, method: string, path: string, body?: object) {
    const page = await browser.newPage();
    await page.goto(url);
    const frame = page.frames().at(-1) ?? page.mainFrame();
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': url,
    };
    const request = {
      url: `${service.url}/api/v1${path}`,
      method,
      headers,
      body: body && JSON.stringify(body),
    };
    const answer = await frame.evaluate(async ({ url: to, ...init }) => {
      try {
        const response = await fetch(to, { ...init, body: init.body ?? null });
        return { status: response.status, text: await response.text() };
      } catch {
        return 'kept back';
      }
    }, request);
    await page.close();
    return answer;
  }

  const guest = { name: 'Eva Berg', email: 'eva@example.com' };

  it('books from another origin, without a server in front, and reads refusals', async () => {
    expect(await send(listed.origin, 'GET', '/services')).toMatchObject({ status: 200 });
    const booked = await send(listed.origin, 'POST', '/appointments', { ...guest, ...where, start: '10:00' });
    expect(booked).toMatchObject({ status: 201, text: expect.stringContaining('"customerId":null') });
    expect(await send(listed.origin, 'GET', '/appointments')).toMatchObject({ status: 403 });
  });

  it.each([
    ['a page of another origin', () => stranger.origin],
    ['a sandboxed frame', () => `${listed.origin}/framed`],
  ])('is of no use to %s', async (_which, url) => {
    expect(await send(url(), 'GET', '/services')).toBe('kept back');
    expect(await send(url(), 'POST', '/appointments', { ...guest, ...where, start: '12:00' })).toBe(
      'kept back',
    );
    const { body } = await service.admin.get(`/appointments?from=${MONDAY}T12:00:00Z&to=${MONDAY}T12:30:00Z`);
    expect(body.data).toEqual([]);
  });
});
