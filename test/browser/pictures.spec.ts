import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { LANGUAGES } from '../../src/platform/values/language';
import { MESSAGE_NAMES } from '../../src/telling/messages/mail/message-name';
import { startTestService, type TestService } from '../support/test-service';
import { aScene, book } from '../web/manage-page/support/manage-pages';
import { SALON, sampleContent } from '../telling/messages/support/samples';
import { faultsIn } from './axe';
import { KEPT, stateOf } from './kept-pictures';
import { startBrowser } from './site';

const FOLDER = 'docs/images/messages';
const GUIDE = 'docs/guide/messages.md';
const MAX_BYTES = 600_000;

const MAILS = [
  ...MESSAGE_NAMES.map((name) => ({ picture: name, name, language: 'en', count: 1 })),
  { picture: 'confirmation-de', name: 'confirmation', language: 'de', count: 1 },
  { picture: 'reschedule-of-several', name: 'reschedule', language: 'en', count: 3 },
] as const;
const PAGES = [
  { picture: 'page', below: '' },
  { picture: 'page-move', below: '/move' },
] as const;

const LONG = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(5);
const LONG_NAMES = {
  ...{ customerName: LONG, serviceName: LONG, providerName: LONG, locationName: LONG, locationAddress: LONG },
  answered: [{ label: LONG, labels: {}, type: 'text', value: LONG }],
};

describe('A picture of the guide', () => {
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser.close());
  afterEach(() => context.close());

  const aTab = async (width: number, colorScheme: 'light' | 'dark' = 'light') => {
    context = await browser.newContext({ viewport: { width, height: 320 }, colorScheme, locale: 'en-GB' });
    page = await context.newPage();
  };

  it.each(MAILS)('shows the mail $picture as it is now', async ({ picture, name, language, count }) => {
    const { html } = await sampleContent(name, language, count);
    await aTab(600);
    await page.setContent(html);
    expect(await stateOf(join(FOLDER, `${picture}.png`), html, page)).toBe(KEPT);
  });

  it('shows the page of a link as it is now', async () => {
    const service: TestService = await startTestService({
      environment: { ...SALON, BUSINESS_TIMEZONE: 'Europe/Berlin' },
    });
    try {
      const { path } = await book(
        service,
        await aScene(service, { cancelUntilMin: 1_440, moveUntilMin: 1_440 }),
      );
      await aTab(390);
      for (const { picture, below } of PAGES) {
        const html = (await (await page.goto(service.url + path + below))?.text()) ?? '';
        // The token is another one on each database.
        const token = path.split('/').at(-1) ?? '';
        const file = join(FOLDER, `${picture}.png`);
        expect(await stateOf(file, html.replaceAll(token, 'token'), page)).toBe(KEPT);
      }
    } finally {
      await service.stop();
    }
  });

  it('is on the page of the guide, and all of them are small', async () => {
    await aTab(600);
    const files = readdirSync(FOLDER);
    expect(files.toSorted()).toEqual([...MAILS, ...PAGES].map(({ picture }) => `${picture}.png`).toSorted());
    const shown = [
      ...readFileSync(GUIDE, 'utf8').matchAll(/!\[[^\]]+\]\(\.\.\/images\/messages\/([^)]+)\)/g),
    ];
    expect(shown.map(([, file]) => file).toSorted()).toEqual(files.toSorted());
    const bytes = files.reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0);
    expect(bytes).toBeLessThan(MAX_BYTES);
  });

  it.each(['light', 'dark'] as const)(
    'shows mails without a fault that axe-core finds, in %s',
    async (scheme) => {
      await aTab(600, scheme);
      for (const name of MESSAGE_NAMES) {
        await page.setContent((await sampleContent(name, 'en')).html);
        // The colour that the browser has for its theme, which axe-core takes for white.
        await page.addStyleTag({ content: 'html { background: Canvas }' });
        expect([name, await faultsIn(page)]).toEqual([name, []]);
      }
    },
  );

  it.each(LANGUAGES)('shows mails in %s that fit a phone, also with long names', async (language) => {
    await aTab(320);
    for (const name of MESSAGE_NAMES)
      for (const facts of [{}, LONG_NAMES]) {
        await page.setContent((await sampleContent(name, language, name === 'offer' ? 1 : 3, facts)).html);
        expect([name, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([name, 320]);
      }
  });
});
