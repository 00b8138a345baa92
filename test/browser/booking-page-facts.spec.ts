import type { Browser } from 'playwright-core';
import { START } from '../support/settable-clock';
import type { TestService } from '../support/test-service';
import {
  aVisitor,
  type BookingSite,
  choose,
  heading,
  openAll,
  type Opened,
  openFor,
  type Salon,
  toDetails,
  type Visitor,
} from './booking-site';

const DAY_MIN = 1_440;

describe('What a visitor of the booking page is told before booking', () => {
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
    await openFor(service, site);
    visitor = await aVisitor(browser, service, site);
    await visitor.page.clock.setFixedTime(START);
  });

  afterEach(async () => {
    await visitor.context.close();
    await service.query('delete from holds');
    await service.admin.patch(`/providers/${salon.ana}`, { timezone: null });
  });

  const isShown = async (text: string) => {
    await visitor.page.getByText(text, { exact: true }).waitFor();
    return true;
  };
  /** The conditions of the summary, a line each. */
  const conditions = () =>
    visitor.page
      .locator('dl > div', { has: visitor.page.getByText('Conditions') })
      .locator('dd')
      .allInnerTexts();

  it('is the zone of the times', async () => {
    const { page } = visitor;
    await page.goto(site.origin);
    for (const each of ['Haircut', 'Salon in the centre', 'Anyone', 'Mon 23']) await choose(page, each);
    expect(
      await isShown('All times are local times at the place of the appointment: Central European Time.'),
    ).toBe(true);
    await choose(page, '10:00');
    await heading(page, 'Your details');
    expect(await isShown('Central European Time')).toBe(true);
  });

  it('is the zone of the person, where the person has one', async () => {
    const { status } = await service.admin.patch(`/providers/${salon.ana}`, { timezone: 'Europe/Lisbon' });
    expect(status).toBe(200);
    await toDetails(visitor, site, { person: 'Ana' });
    expect(await isShown('Western European Time')).toBe(true);
    await choose(visitor.page, 'Back');
    expect(
      await isShown('All times are local times at the place of the appointment: Western European Time.'),
    ).toBe(true);
  });

  it('is the price with its currency', async () => {
    await visitor.page.goto(site.origin);
    expect(await isShown('30 min · €38.50')).toBe(true);
    await toDetails(visitor, site);
    expect(await isShown('€38.50')).toBe(true);
  });

  it('is what the business says, and until when the appointment can be cancelled and moved', async () => {
    const policyText = 'Free of charge until the day before.';
    const policy = { policyText, cancelUntilMin: DAY_MIN, moveUntilMin: 10 * DAY_MIN };
    await service.admin.patch(`/services/${salon.cut}`, policy);
    await toDetails(visitor, site);
    expect(await conditions()).toEqual([
      policyText,
      expect.stringMatching(/^You can cancel until Sunday,? 22 November 2026 at 10:00\.$/),
      'You cannot choose another time online any more.',
    ]);
    await service.admin.patch(`/services/${salon.cut}`, { cancelUntilMin: null, moveUntilMin: null });
    await toDetails(visitor, site);
    expect(await conditions()).toEqual([policyText]);
  });

  it('are the places of a class alone, and none where there is one', async () => {
    const at = (locationId: number) => ({ day: 'monday', start: '10:00', providerId: salon.ana, locationId });
    const yoga = { name: 'Yoga', durationMin: 60, price: null, capacity: 10, startsAt: 'schedule' };
    const timetable = [at(salon.centre)];
    const made = await service.admin.post('/services', { ...yoga, timetable });
    expect(made.status).toBe(201);
    await visitor.page.goto(site.origin);
    await choose(visitor.page, 'Yoga');
    await heading(visitor.page, 'Choose a day');
    await choose(visitor.page, 'Mon 23');
    await choose(visitor.page, '10:00');
    expect(await isShown('Salon in the centre')).toBe(true);
  });
});
