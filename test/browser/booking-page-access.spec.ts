import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { FUTURE_MONDAY } from '../support/challenges';
import { START } from '../support/settable-clock';
import { startTestService, type TestService } from '../support/test-service';
import { LANGUAGES } from '../../examples/booking-page/src/words/words';
import { EN } from '../../examples/booking-page/src/words/en';
import {
  aSalon,
  aVisitor,
  type BookingSite,
  choose,
  fillIn,
  heading,
  openFor,
  startBookingSite,
  toDetails,
  type Visitor,
  ZONE,
} from './booking-site';
import { startBrowser, stopSite } from './site';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const RULES = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] };
const HOLD_MS = 600_000;
/** Of what can be clicked: WCAG 2.2, 2.5.8. */
const LEAST_TARGET = 24;

/** The rules of axe-core that the page breaks, and where. */
async function faultsIn(page: Page): Promise<string[]> {
  // The page allows no script but its own; one that the browser's debugger evaluates is none of the page's.
  await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run(document, ${JSON.stringify(RULES)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ': ' + target + ' ' + failureSummary)))`,
  );
  return found as string[];
}

/** Goes through all screens, with each notice that they can have. */
async function* screens(visitor: Visitor, service: TestService, url: string): AsyncGenerator<string> {
  const { page } = visitor;
  await page.goto(url);
  await heading(page, 'Choose a service');
  yield 'service';
  await choose(page, 'Haircut');
  await heading(page, 'Choose a place');
  yield 'place';
  await choose(page, 'Salon in the centre');
  await heading(page, 'Choose a person');
  yield 'person';
  await choose(page, 'Ana');
  await heading(page, 'Choose a day');
  yield 'day';
  await choose(page, 'Mon 23');
  await heading(page, /^Choose a time/);
  yield 'time';
  await choose(page, '10:00');
  await heading(page, 'Your details');
  yield 'details';
  await choose(page, 'Book appointment');
  yield 'faults';
  await fillIn(visitor);
  service.clock.advance(HOLD_MS);
  await service.query('delete from holds');
  const [{ id }] = (await service.query<{ id: number }>(`select id from users where name = 'Ana Silva'`)) as [
    { id: number },
  ];
  const body = {
    name: 'Tom Berg',
    email: 'tom@example.com',
    providerId: id,
    serviceId: 1,
    date: '2026-11-23',
  };
  await service.admin.post('/appointments', { ...body, start: '10:00', answers: { first: true } });
  await choose(page, 'Book appointment');
  await page.getByText('This time has just been taken.').waitFor();
  yield 'taken';
  await page.getByRole('button', { name: /at 10:30/ }).click();
  await page.getByText('We keep this time for you').waitFor();
  await choose(page, 'Book appointment');
  await heading(page, 'Your appointment is booked');
  yield 'done';
}

describe('The booking page', () => {
  let browser: Browser;
  let site: BookingSite;
  let service: TestService;
  let visitor: Visitor | undefined;

  beforeAll(async () => {
    site = await startBookingSite();
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: ZONE } });
    await aSalon(service);
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await service.stop();
    stopSite(site);
  });

  beforeEach(async () => {
    service.clock.set(START);
    await openFor(service, site);
  });

  afterEach(async () => {
    await visitor?.context.close();
    await service.query('delete from holds');
    await service.query('delete from appointments');
  });

  it.each(['light', 'dark'] as const)(
    'has no fault that axe-core finds, on any screen, in %s',
    async (colorScheme) => {
      visitor = await aVisitor(browser, service, site, { colorScheme });
      for await (const screen of screens(visitor, service, site.origin)) {
        expect([screen, await faultsIn(visitor.page)]).toEqual([screen, []]);
      }
    },
  );

  it('has no fault that axe-core finds when another page embeds it', async () => {
    visitor = await aVisitor(browser, service, site);
    for await (const screen of screens(visitor, service, `${site.origin}/embed`)) {
      expect([screen, await faultsIn(visitor.page)]).toEqual([screen, []]);
    }
  });

  it('fits 320 to 1,280 px on every screen, and what can be clicked is large enough', async () => {
    visitor = await aVisitor(browser, service, site);
    const { page } = visitor;
    for await (const screen of screens(visitor, service, site.origin)) {
      for (const width of [320, 390, 1_280]) {
        await page.setViewportSize({ width, height: 800 });
        expect([screen, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([
          screen,
          width,
        ]);
      }
      const small = await page.evaluate(`[...document.querySelector('booking-page').shadowRoot
        .querySelectorAll('a, button, .input, .radio')]
        .filter((each) => each.getBoundingClientRect().height < ${LEAST_TARGET}).map((each) => each.outerHTML)`);
      expect([screen, small]).toEqual([screen, []]);
    }
  });

  it('is booked by the keyboard alone, and moves the focus to the heading of each screen', async () => {
    visitor = await aVisitor(browser, service, site);
    const { keyboard } = visitor.page;
    const focused = () =>
      visitor?.page.evaluate(`document.querySelector('booking-page').shadowRoot.activeElement?.innerText`);
    /** Presses Tab until the focus is at what begins so. */
    const tabTo = async (text: string) => {
      for (let presses = 0; presses < 40; presses++) {
        await keyboard.press('Tab');
        if (String(await focused()).startsWith(text)) return;
      }
      throw new Error(`Tab does not reach ${text}`);
    };
    await visitor.page.goto(site.origin);
    await heading(visitor.page, 'Choose a service');
    const steps = [
      ['Haircut', 'Choose a place'],
      ['Salon in the centre', 'Choose a person'],
      ['Anyone', 'Choose a day'],
      ['Mon', /^Choose a time/],
      ['10:00', 'Your details'],
    ] as const;
    for (const [choice, next] of steps) {
      await tabTo(choice);
      await keyboard.press('Enter');
      await heading(visitor.page, next);
      expect(await focused()).toMatch(next);
    }
    await keyboard.press('Tab');
    await keyboard.type('Eva Berg');
    await keyboard.press('Tab');
    await keyboard.type('eva@example.com');
    // Phone, hair, the first visit.
    for (let fields = 0; fields < 3; fields++) await keyboard.press('Tab');
    await keyboard.press('Space');
    await tabTo('Book appointment');
    await keyboard.press('Enter');
    await heading(visitor.page, 'Your appointment is booked');
    expect(await focused()).toBe('Your appointment is booked');
  });

  it('asks for nothing but its files and the service, and leaves nothing in the browser', async () => {
    visitor = await aVisitor(browser, service, site);
    await toDetails(visitor, site);
    await fillIn(visitor);
    await choose(visitor.page, 'Book appointment');
    await heading(visitor.page, 'Your appointment is booked');
    expect(visitor.strangers).toEqual([]);
    expect(await visitor.context.cookies()).toEqual([]);
    expect(
      await visitor.page.evaluate('[localStorage.length, sessionStorage.length, document.cookie]'),
    ).toEqual([0, 0, '']);
  });

  it('is written in the language of the visitor, whose clock stands beside that of the place where they differ', async () => {
    visitor = await aVisitor(browser, service, site, { locale: 'de-AT', timezoneId: 'America/New_York' });
    const { page } = visitor;
    await page.goto(site.origin);
    await heading(page, 'Leistung wählen');
    for (const each of ['Haircut', 'Salon in the centre', 'Wer gerade frei ist', 'Mo 23']) {
      await choose(page, each);
    }
    expect(await page.getByRole('button', { name: '10:00' }).first().innerText()).toMatch(
      /^10:00\s+0?4:00 Ihrer Zeit$/,
    );
    await choose(page, '10:00');
    await heading(page, 'Ihre Angaben');
    expect(await page.getByLabel('Wie lang ist Ihr Haar?').count()).toBe(1);
    await page.getByLabel('Name').fill('Eva Berg');
    await page.getByLabel('E-Mail-Adresse').fill('eva@example.com');
    await page.getByLabel('Nein', { exact: true }).check();
    await choose(page, 'Termin buchen');
    await heading(page, 'Ihr Termin ist gebucht');
    const [booked] = (await service.admin.get('/appointments')).body.data;
    const [customer] = (await service.admin.get('/customers?q=eva')).body.data;
    expect([
      booked.attendeeLanguage ?? customer.language,
      booked.attendeeTimezone ?? customer.timezone,
    ]).toEqual(['de-AT', 'America/New_York']);
  });

  it.each(Object.keys(LANGUAGES))('has all its texts in %s, with the same values to fill in', (language) => {
    const valuesIn = (text = '') => text.match(/\{\w+\}/g) ?? [];
    const words = LANGUAGES[language] ?? {};
    const expected = Object.entries(EN).map(([name, text]) => [name, valuesIn(text)]);
    expect(Object.entries(words).map(([name, text]) => [name, valuesIn(text)])).toEqual(expected);
  });

  it('is English where it lacks the languages of the visitor', async () => {
    visitor = await aVisitor(browser, service, site, { locale: 'ja-JP' });
    await visitor.page.goto(site.origin);
    await heading(visitor.page, 'Choose a service');
    expect(await visitor.page.evaluate('document.documentElement.lang')).toBe('en-GB');
  });

  it('books from a page whose policy allows one script of its own', async () => {
    visitor = await aVisitor(browser, service, site);
    await toDetails(visitor, { ...site, origin: `${site.origin}/embed` });
    await fillIn(visitor);
    await choose(visitor.page, 'Book appointment');
    await heading(visitor.page, 'Your appointment is booked');
    expect(visitor.complaints).toEqual([]);
  });
});

describe('The booking page of a service with CHALLENGE=on', () => {
  it('solves a challenge for the hold, and needs none for the booking', async () => {
    const site = await startBookingSite();
    const service = await startTestService({ environment: { CHALLENGE: 'on', CHALLENGE_TRIES: '200' } });
    const browser = await startBrowser();
    try {
      // ALTCHA's library looks at the clock of the machine.
      service.clock.set(`${FUTURE_MONDAY}T05:00:00Z`);
      await aSalon(service);
      await openFor(service, site);
      const { page, calls } = await aVisitor(browser, service, site);
      await page.goto(site.origin);
      for (const each of ['Haircut', 'Salon in the centre', 'Anyone', 'Mon 1 June', '10:00'])
        await choose(page, each);
      await heading(page, 'Your details');
      await page.getByLabel('Name').fill('Eva Berg');
      await page.getByLabel('E-mail address').fill('eva@example.com');
      await page.getByLabel('No', { exact: true }).check();
      await choose(page, 'Book appointment');
      await heading(page, 'Your appointment is booked');
      expect(calls.slice(-4)).toEqual(['POST /holds', 'GET /challenge', 'POST /holds', 'POST /appointments']);
    } finally {
      await browser.close();
      await service.stop();
      stopSite(site);
    }
  });
});
