import type { Browser, BrowserContext, Page } from 'playwright-core';
import { aBooking, MONDAY } from '../support/builders';
import { START } from '../support/settable-clock';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, makeOffers } from '../support/waiting';
import { aScene, book, pathOf } from '../web/manage-page/support/manage-pages';
import { faultsIn } from './axe';
import { startBrowser } from './site';

const WIDTHS = [320, 390, 1_280] as const;
const SCHEMES = ['light', 'dark'] as const;
/** WCAG 2.2, 2.5.8. */
const LEAST_TARGET = 24;

const QUESTIONS = [
  { key: 'note', label: 'Do you have allergies?', type: 'text', required: true },
  { key: 'guests', label: 'How many guests?', type: 'number' },
  { key: 'first', label: 'Is it your first visit?', type: 'boolean', required: true },
  {
    key: 'room',
    label: 'Which room?',
    type: 'choice',
    choices: ['North', 'South, with a view of the river'],
  },
  { key: 'born', label: 'Date of birth', type: 'date' },
];
const POLICIES = {
  cancelUntilMin: 1_440,
  moveUntilMin: 1_440,
  policyText: 'Free of charge until the day before.',
};

/** Saves a screenshot for human review in the folder that SCREENSHOTS names. */
async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

describe('The page of a link in a browser', () => {
  let service: TestService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    service = await startTestService({
      environment: {
        BUSINESS_NAME: 'Studio Linde',
        BUSINESS_ADDRESS: 'Lindenstraße 14, 10969 Berlin',
        BUSINESS_EMAIL: 'hello@studio-linde.example',
        BUSINESS_PHONE: '+49 30 901820',
      },
    });
    browser = await startBrowser();
  });

  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  beforeEach(() => {
    service.clock.set(START);
  });

  afterEach(async () => {
    await context.close();
    await service.query('delete from waitlist_entries');
    await service.query('delete from holds');
    await service.query('delete from appointments');
  });

  /** A tab of a phone, in which no script runs unless the test needs one of its own. */
  const aTab = async ({
    scripts = false,
    ...options
  }: { scripts?: boolean; colorScheme?: 'light' | 'dark' } = {}) => {
    context = await browser.newContext({
      javaScriptEnabled: scripts,
      viewport: { width: 390, height: 844 },
      locale: 'en-GB',
      ...options,
    });
    page = await context.newPage();
    page.setDefaultTimeout(15_000);
  };
  const appointment = async (id: number) =>
    (await service.admin.get(`/appointments/${id}`)).body.data as Record<string, unknown>;

  /** Opens every state of the page. */
  async function* states(): AsyncGenerator<string> {
    const scene = await aScene(service, { ...POLICIES, questions: QUESTIONS });
    const go = (path: string) => page.goto(service.url + path);
    const { id, path } = await book(service, scene, { attendeeTimezone: 'America/New_York' });
    await go(`${path}?done=moved`);
    yield 'overview';
    await go(`${path}/cancel`);
    yield 'cancel';
    await go(`${path}/move`);
    yield 'move';
    await book(service, scene, { start: '12:00' });
    await page.locator('label', { hasText: /^\s*11:00/ }).click();
    await page.evaluate(`document.querySelector('input:checked').value = '${MONDAY}T12:00:00Z'`);
    await page.getByRole('button', { name: 'Change to this time' }).click();
    yield 'taken';
    await go(`${path}/answers`);
    yield 'answers';
    await page.evaluate(`Object.assign(document.querySelector('#q1'), { type: 'text', value: 'x' })`);
    await page.getByRole('button', { name: 'Save answers' }).click();
    yield 'faults';
    await service.admin.patch(`/appointments/${id}`, { status: 'cancelled' });
    await go(`${path}?done=cancelled`);
    yield 'cancelled';
    const booking = aBooking(scene.providerId, scene.serviceId, {
      date: '2026-11-30',
      rrule: 'FREQ=WEEKLY;COUNT=3',
    });
    const series = await service.admin.post('/series', booking);
    await go(pathOf(series.body.data.manageUrl));
    yield 'series';
    await service.admin.patch(`/services/${scene.serviceId}`, { providerIds: [scene.providerId] });
    for (const date of ['2026-11-28', MONDAY]) {
      const entry = await anEntryOf(service, scene.serviceId, { from: date, to: date });
      await makeOffers(service);
      const { body } = await service.admin.get(`/waitlist/${entry.id}`);
      await go(pathOf(body.data.manageUrl));
      yield body.data.status as string;
    }
    await page.getByRole('button', { name: 'Take this time' }).click();
    yield 'accepted';
    await go(`/m/${'A'.repeat(28)}`);
    yield 'dead';
  }

  it.each(SCHEMES)('has no fault that axe-core finds, in any state, in %s', async (colorScheme) => {
    await aTab({ scripts: true, colorScheme });
    for await (const state of states()) {
      expect([state, await faultsIn(page, ['best-practice'])]).toEqual([state, []]);
    }
  });

  it('fits screens of 320 to 1,280 px in every state, with large targets and few bytes', async () => {
    await aTab({ scripts: true });
    for await (const state of states()) {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        expect([state, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([state, width]);
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await keepScreenshot(page, `manage-${state}-${width}-${colorScheme}`);
        }
      }
      const small = await page.evaluate(`[...document.querySelectorAll('a, button, input, textarea')]
        .filter((each) => each.getBoundingClientRect().height < ${LEAST_TARGET} && !['radio', 'hidden'].includes(each.type))
        .map((each) => each.outerHTML)`);
      expect([state, small]).toEqual([state, []]);
      expect(Buffer.byteLength(await page.content())).toBeLessThan(30_000);
    }
  });

  it('loads nothing but itself, without a complaint of the browser', async () => {
    const { path } = await book(service, await aScene(service));
    await aTab({ scripts: true });
    const [requests, complaints]: [string[], string[]] = [[], []];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(service.url + path);
    expect(requests.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([service.url + path]);
    expect(complaints).toEqual([]);
    const radius = await page.evaluate(`getComputedStyle(document.querySelector('.card')).borderRadius`);
    expect(radius).toBe('16px');
    expect(await context.cookies()).toEqual([]);
  });

  it('cancels without a script, and neither the back button nor a reload does it again', async () => {
    const { id, path } = await book(service, await aScene(service));
    await aTab();
    await page.goto(service.url + path);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByLabel('Reason (optional)').fill('Ill');
    await page.getByRole('button', { name: 'Cancel appointment' }).dblclick();
    await page.waitForURL(/\?done=cancelled$/);
    const cancelled = await appointment(id);
    expect(cancelled).toMatchObject({ status: 'cancelled', cancelReason: 'Ill' });
    await page.reload();
    await page.getByRole('status').getByText('The cancellation is done.').waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    expect(await appointment(id)).toEqual(cancelled);
  });

  it('moves without a script, by the keyboard alone', async () => {
    const { id, path } = await book(service, await aScene(service));
    await aTab();
    await page.goto(`${service.url}${path}/move`);
    await page.getByRole('link', { name: /24/ }).press('Enter');
    await page.waitForURL(/day=2026-11-24/);
    await page.getByRole('radio').first().press('Space');
    await page.getByRole('button', { name: 'Change to this time' }).press('Enter');
    await page.waitForURL(/\?done=moved$/);
    expect(await appointment(id)).toMatchObject({ start: '2026-11-24T09:00:00Z' });
    await page.getByRole('heading', { name: 'Your appointment' }).waitFor();
  });

  it('answers questions without a script, and puts each fault beside its input', async () => {
    const { id, path } = await book(service, await aScene(service, { questions: QUESTIONS }));
    await aTab();
    await page.goto(`${service.url}${path}/answers`);
    await page.getByLabel('Do you have allergies?').fill('Nuts');
    await page.getByLabel('Yes').check();
    await page.getByLabel('South, with a view of the river').check();
    await page.getByLabel('Date of birth').fill('1990-02-28');
    await page.getByRole('button', { name: 'Save answers' }).click();
    await page.waitForURL(/\?done=answered$/);
    expect(await appointment(id)).toMatchObject({
      answers: { note: 'Nuts', first: true, room: 'South, with a view of the river', born: '1990-02-28' },
    });
  });

  it('leads from an accepted offer to the appointment, which can be moved and cancelled there', async () => {
    const { providerId, serviceId } = await aScene(service);
    await service.admin.patch(`/services/${serviceId}`, { providerIds: [providerId] });
    const { id } = await anEntryOf(service, serviceId);
    await makeOffers(service);
    const { body } = await service.admin.get(`/waitlist/${id}`);
    await aTab();
    await page.goto(service.url + pathOf(body.data.manageUrl));
    await page.getByRole('button', { name: 'Take this time' }).dblclick();
    await page.getByRole('status').getByText('The time is booked for you.').waitFor();
    const link = await page.getByRole('link', { name: 'Go to the appointment' }).getAttribute('href');
    await page.goto(service.url + pathOf(link));
    await page.getByRole('link', { name: 'Change time' }).waitFor();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Cancel appointment' }).click();
    await page.waitForURL(/\?done=cancelled$/);
    const { appointmentId } = (await service.admin.get(`/waitlist/${id}`)).body.data as {
      appointmentId: number;
    };
    expect(await appointment(appointmentId)).toMatchObject({ status: 'cancelled', cancelledBy: 'customer' });
  });

  it('shows the new time to a customer who opens the mail after the staff has moved the appointment', async () => {
    const { id, path } = await book(service, await aScene(service));
    await service.admin.patch(`/appointments/${id}`, { date: '2026-11-25', start: '14:00' });
    await aTab();
    await page.goto(service.url + path);
    expect(await page.getByText('Wednesday, 25 November 2026').first().isVisible()).toBe(true);
  });
});
