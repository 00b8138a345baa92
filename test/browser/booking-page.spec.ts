import type { Browser } from 'playwright-core';
import { aBooking, MONDAY } from '../support/builders';
import { START } from '../support/settable-clock';
import type { TestService } from '../support/test-service';
import {
  aVisitor,
  type BookingSite,
  choose,
  fillIn,
  heading,
  openAll,
  type Opened,
  openFor,
  type Salon,
  toDetails,
  type Visitor,
} from './booking-site';

const HOLD_MS = 600_000;

describe('The booking page', () => {
  let opened: Opened;
  let browser: Browser;
  let site: BookingSite;
  let service: TestService;
  let salon: Salon;
  let visitor: Visitor;

  beforeAll(async () => {
    opened = await openAll();
    ({ browser, site, service, salon } = opened);
  });

  afterAll(() => opened.close());

  beforeEach(async () => {
    service.clock.set(START);
    await openFor(service, site);
    visitor = await aVisitor(browser, service, site);
  });

  afterEach(async () => {
    await visitor.context.close();
    await service.query('delete from holds');
    await service.query('delete from appointments');
  });

  const book = () => choose(visitor.page, 'Book appointment');
  const appointments = async () =>
    (await service.admin.get('/appointments')).body.data as Record<string, unknown>[];
  const holds = async () => (await service.admin.get('/holds')).body.data as Record<string, unknown>[];
  /** Takes ten o'clock on Monday from the visitor. */
  const takeAway = async (providerId: number) => {
    const body = aBooking(providerId, salon.cut, { start: '10:00', answers: { first: true } });
    expect((await service.admin.post('/appointments', body)).status).toBe(201);
  };

  it('books what the visitor has chosen and entered', async () => {
    await toDetails(visitor, site, { person: 'Jonas' });
    await fillIn(visitor);
    await visitor.page.getByLabel('How long is your hair?').fill('To the shoulders');
    await visitor.page.getByLabel('Phone').fill('+49 30 901820');
    await visitor.page.getByLabel('Message to us').fill('I come by bus');
    await book();
    await heading(visitor.page, 'Your appointment is booked');
    await visitor.page.getByText(/^Monday,? 23 November 2026 at 10:00$/).waitFor();
    expect(await appointments()).toEqual([
      expect.objectContaining({
        ...{
          serviceId: salon.cut,
          providerId: salon.jonas,
          locationId: salon.centre,
          customerName: 'Eva Berg',
        },
        ...{ localStart: `${MONDAY}T10:00`, notes: 'I come by bus', status: 'confirmed' },
        answers: { hair: 'To the shoulders', first: false },
      }),
    ]);
    const [customer] = (await service.admin.get('/customers?q=eva')).body.data;
    expect(customer).toMatchObject({ email: 'eva@example.com', phone: '+49 30 901820' });
    const link = await visitor.page.getByRole('link', { name: 'Change or cancel' }).getAttribute('href');
    expect(link).toContain('/m/');
    expect(await holds()).toEqual([]);
    expect(visitor.complaints).toEqual([]);
  });

  it('sends four requests for a visit: for the catalogue, the days, the hold and the booking', async () => {
    await toDetails(visitor, site);
    await fillIn(visitor);
    await book();
    await heading(visitor.page, 'Your appointment is booked');
    expect(visitor.calls).toEqual([
      'GET /catalogue',
      'GET /availability/calendar',
      'POST /holds',
      'POST /appointments',
    ]);
  });

  it('reads the days once for all people', async () => {
    const { page, calls } = visitor;
    await page.goto(site.origin);
    for (const each of ['Haircut', 'Salon in the centre', 'Ana', 'Back', 'Jonas', 'Mon 23'])
      await choose(page, each);
    await heading(page, /^Choose a time/);
    expect(calls.filter((call) => call === 'GET /availability/calendar')).toHaveLength(1);
  });

  it('keeps the time while the visitor types, and books it with the hold', async () => {
    await toDetails(visitor, site, { person: 'Ana' });
    await visitor.page.getByText('We keep this time for you for 10 minutes.').waitFor();
    expect(await holds()).toMatchObject([{ providerId: salon.ana, localStart: `${MONDAY}T10:00` }]);
    const body = aBooking(salon.ana, salon.cut, { answers: { first: true } });
    expect((await service.admin.post('/appointments', body)).status).toBe(422);
    await fillIn(visitor);
    await book();
    await heading(visitor.page, 'Your appointment is booked');
  });

  it('gives the time back when the visitor goes back', async () => {
    await toDetails(visitor, site, { person: 'Ana' });
    await choose(visitor.page, 'Back');
    await heading(visitor.page, /^Choose a time/);
    await choose(visitor.page, '10:00');
    await heading(visitor.page, 'Your details');
    expect(await holds()).toHaveLength(1);
    const released = visitor.page.waitForResponse((response) => response.request().method() === 'DELETE');
    await choose(visitor.page, 'Back');
    await released;
    expect(await holds()).toEqual([]);
  });

  it('gives the time back when the visitor leaves the page', async () => {
    await toDetails(visitor, site);
    expect(await holds()).toHaveLength(1);
    await visitor.page.goto('about:blank');
    for (let tries = 0; tries < 100 && (await holds()).length > 0; tries++)
      await visitor.page.waitForTimeout(50);
    expect(await holds()).toEqual([]);
  });

  it('holds the time again while the visitor goes on typing', async () => {
    await visitor.page.clock.install();
    await toDetails(visitor, site);
    const [{ id } = {}] = await holds();
    await fillIn(visitor);
    service.clock.advance(HOLD_MS);
    await visitor.page.clock.fastForward(HOLD_MS);
    await visitor.page.getByText('for another 10 minutes').waitFor();
    const [{ id: next } = {}] = await holds();
    expect(next).not.toBe(id);
    await book();
    await heading(visitor.page, 'Your appointment is booked');
  });

  it('lets the time go when the visitor types nothing, and books it later if it is still free', async () => {
    await visitor.page.clock.install();
    await toDetails(visitor, site);
    await fillIn(visitor);
    service.clock.advance(HOLD_MS);
    await visitor.page.clock.fastForward(HOLD_MS);
    await visitor.page.getByText('for another 10 minutes').waitFor();
    service.clock.advance(HOLD_MS);
    await visitor.page.clock.fastForward(HOLD_MS);
    expect(await holds()).toEqual([]);
    await book();
    await heading(visitor.page, 'Your appointment is booked');
  });

  it('offers other times in place, and keeps what was typed, when the time is taken in the last moment', async () => {
    await toDetails(visitor, site, { person: 'Ana' });
    await fillIn(visitor);
    service.clock.advance(HOLD_MS);
    await takeAway(salon.ana);
    await book();
    const notice = visitor.page.getByRole('alert').filter({ hasText: 'This time has just been taken.' });
    await notice.waitFor();
    expect(await visitor.page.getByLabel('Name').inputValue()).toBe('Eva Berg');
    await notice.getByRole('button', { name: '10:30' }).click();
    await visitor.page.getByText('We keep this time for you for 10 minutes.').waitFor();
    await book();
    await heading(visitor.page, 'Your appointment is booked');
    expect(await appointments()).toContainEqual(
      expect.objectContaining({
        customerName: 'Eva Berg',
        localStart: `${MONDAY}T10:30`,
        answers: { first: false },
      }),
    );
  });

  it('leads to the days, read anew, from a time that was taken before it could be held', async () => {
    await visitor.page.goto(site.origin);
    for (const each of ['Haircut', 'Salon in the centre', 'Ana', 'Mon 23']) await choose(visitor.page, each);
    await heading(visitor.page, /^Choose a time/);
    await takeAway(salon.ana);
    await choose(visitor.page, '10:00');
    await heading(visitor.page, 'Choose another time');
    await choose(visitor.page, 'Back');
    await choose(visitor.page, 'Mon 23');
    await heading(visitor.page, /^Choose a time/);
    expect(await visitor.page.getByRole('button', { name: '10:00' }).count()).toBe(0);
    expect(await visitor.page.getByRole('button', { name: '10:30' }).count()).toBe(1);
  });

  it('shows the times of the chosen person at the chosen place alone', async () => {
    await visitor.page.goto(site.origin);
    await choose(visitor.page, 'Haircut');
    await choose(visitor.page, 'Salon at the river');
    await heading(visitor.page, 'Choose a day');
    expect(await visitor.page.getByRole('button', { name: 'Mon ' }).count()).toBe(0);
    await choose(visitor.page, 'Tue 24 November');
    await choose(visitor.page, '11:00');
    await heading(visitor.page, 'Your details');
    expect(await holds()).toMatchObject([{ providerId: salon.ana, locationId: salon.river }]);
  });

  it('shows later days, and the earlier ones again', async () => {
    await visitor.page.goto(site.origin);
    for (const each of ['Haircut', 'Salon in the centre', 'Ana', 'Later days'])
      await choose(visitor.page, each);
    await visitor.page.getByRole('heading', { name: 'January 2027' }).waitFor();
    await choose(visitor.page, 'Earlier days');
    await visitor.page.getByRole('heading', { name: 'November 2026' }).waitFor();
    expect(await visitor.page.getByRole('heading', { name: 'January 2027' }).count()).toBe(0);
  });

  it('ties each fault to its field, and moves the focus into the first one', async () => {
    const { page } = visitor;
    await toDetails(visitor, site);
    await page.getByLabel('E-mail address').fill('eva');
    await book();
    const name = page.getByLabel('Name');
    expect(await name.evaluate((input) => input.matches(':focus'))).toBe(true);
    await name.fill('Eva Berg');
    await book();
    const email = page.getByLabel('E-mail address');
    expect(await email.evaluate((input) => input.matches(':focus'))).toBe(true);
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    const describedBy = (await email.getAttribute('aria-describedby')) ?? '';
    expect(await page.locator(`#${describedBy}`).innerText()).toMatch(/^Please enter an e-mail address/);
    await email.fill('eva@example.c');
    await page.getByLabel('Phone').fill('call me');
    await page.getByLabel('Yes', { exact: true }).check();
    await book();
    await page.getByText('This cannot be accepted.').first().waitFor();
    expect(await page.getByLabel('Phone').getAttribute('aria-invalid')).toBe('true');
    expect(await appointments()).toEqual([]);
  });

  it('books once when the answer is lost and the visitor tries again', async () => {
    const { page } = visitor;
    await toDetails(visitor, site);
    await fillIn(visitor);
    let isLost = true;
    await page.route('**/appointments', async (route) => {
      if (!isLost) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await book();
    await page.getByText('There is no connection.').waitFor();
    expect(await appointments()).toHaveLength(1);
    isLost = false;
    await choose(page, 'Try again');
    await heading(page, 'Your appointment is booked');
    expect(await appointments()).toHaveLength(1);
  });
});
