import type { Browser, Page } from 'playwright-core';
import { aProvider, aService } from '../support/builders';
import { FUTURE_MONDAY } from '../support/challenges';
import { aBrowserKey } from '../support/pages';
import { startTestService, type TestService } from '../support/test-service';
import { type Site, startBrowser, startSite, stopSite } from './site';

describe('A page with ALTCHA’s widget', () => {
  let browser: Browser;
  let site: Site;
  let service: TestService;
  let key: string;
  let where: object;
  let page: Page;

  beforeAll(async () => {
    site = await startSite();
    service = await startTestService({ environment: { CHALLENGE: 'on', CHALLENGE_TRIES: '200' } });
    service.clock.set(`${FUTURE_MONDAY}T05:00:00Z`);
    const [serviceId, providerId] = [await aService(service.admin), await aProvider(service.admin)];
    where = { serviceId, providerId, date: FUTURE_MONDAY };
    ({ key } = await aBrowserKey(service, { origins: [site.origin] }));
    browser = await startBrowser();
    page = await browser.newPage();
    await page.goto(`${site.origin}/challenge`);
  });

  afterAll(async () => {
    await browser.close();
    await service.stop();
    stopSite(site);
  });

  /** Lets the widget solve a challenge of the service, and returns what goes into the header. */
  const solve = () => {
    const [url, authorization] = [`${service.url}/api/v1/challenge`, `Bearer ${key}`].map((text) =>
      JSON.stringify(text),
    );
    return page.evaluate<string>(`solve(${url}, ${authorization})`);
  };

  /** Books from a script of the page, and returns what the script sees. */
  const book = (start: string, headers: Record<string, string>) =>
    page.evaluate(
      async ({ url, ...init }) => {
        const response = await fetch(url, { method: 'POST', ...init });
        const { data, error } = (await response.json()) as {
          data?: { status: string };
          error?: { details: unknown };
        };
        return [response.status, data?.status ?? error?.details];
      },
      {
        url: `${service.url}/api/v1/appointments`,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ name: 'Eva Berg', email: 'eva@example.com', ...where, start }),
      },
    );

  it('books with a solution, which is good once', async () => {
    expect(await book('10:00', {})).toEqual([403, { challenge: 'required' }]);
    const altcha = await solve();
    expect(await book('10:00', { altcha })).toEqual([201, 'confirmed']);
    expect(await book('11:00', { altcha })).toEqual([403, { challenge: 'used' }]);
    expect(await book('11:00', { altcha: await solve() })).toEqual([201, 'confirmed']);
  });

  it('does not book with a solution whose challenge has expired', async () => {
    const altcha = await solve();
    service.clock.advance(600_000);
    expect(await book('12:00', { altcha })).toEqual([403, { challenge: 'expired' }]);
    expect(await book('12:00', { altcha: await solve() })).toEqual([201, 'confirmed']);
  });
});
