import type { Answer } from '../support/api-client';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, entriesNow, makeOffers } from '../support/waiting';

const FRIDAY = '2026-11-27';
const NEXT_MONDAY = '2026-11-30';
const WEDNESDAY = '2026-11-25';

interface Slot {
  readonly start: string;
  readonly date: string;
  readonly time: string;
  readonly locationId?: number;
}

/** Mondays in Lisbon, Wednesdays at any place on the clock of Kyiv, which is that of the provider, and Fridays in Berlin. */
describe('A provider in several time zones', () => {
  let service: TestService;
  let lisbon: number;
  let berlin: number;
  let providerId: number;
  let serviceId: number;

  const idOf = ({ body }: Answer) => body.data.id as number;
  const aPlace = async (timezone: string | null) =>
    idOf(await service.admin.post('/locations', { name: 'Salon', timezone }));
  const slots = async (date: string, query = '') => {
    const path = `/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${date}${query}`;
    const { body } = await service.admin.get(path);
    return { slots: body.data as Slot[], meta: body.meta as { timezone: string } };
  };
  const book = (members: object) =>
    service.admin.post('/appointments', aBooking(providerId, serviceId, members));
  const reasonOf = ({ status, body }: Answer) => [status, body.error?.details?.reason];

  beforeAll(async () => {
    service = await startTestService();
    [lisbon, berlin] = [await aPlace('Europe/Lisbon'), await aPlace('Europe/Berlin')];
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin, {
      timezone: 'Europe/Kyiv',
      schedule: [
        { day: 'monday', start: '09:00', end: '11:00', locationId: lisbon },
        { day: 'wednesday', start: '09:00', end: '10:00' },
        { day: 'friday', start: '09:00', end: '11:00', locationId: berlin },
      ],
    });
    serviceId = await aService(service.admin, { durationMin: 60, providerIds: [providerId] });
  });

  afterAll(() => service.stop());

  it('offers slots on the clock of the place of each date', async () => {
    const monday = await slots(MONDAY);
    expect(monday.meta.timezone).toBe('Europe/Lisbon');
    expect(monday.slots).toMatchObject([
      { start: '2026-11-23T09:00:00+00:00', date: MONDAY, time: '09:00', locationId: lisbon },
      { start: '2026-11-23T10:00:00+00:00', time: '10:00' },
    ]);
    const wednesday = await slots(WEDNESDAY);
    expect([wednesday.meta.timezone, wednesday.slots[0]?.start]).toEqual([
      'Europe/Kyiv',
      '2026-11-25T09:00:00+02:00',
    ]);
    const friday = await slots(FRIDAY, `&locationId=${berlin}`);
    expect([friday.meta.timezone, friday.slots[0]?.start]).toEqual([
      'Europe/Berlin',
      '2026-11-27T09:00:00+01:00',
    ]);
  });

  it('has each date on its own clock in ranges, and the first slot of any zone as the next one', async () => {
    const view = `serviceId=${serviceId}&providerId=${providerId}&from=${MONDAY}`;
    const calendar = await service.admin.get(`/availability/calendar?${view}&to=${FRIDAY}`);
    expect(calendar.body.data.timezone).toBe('Europe/Kyiv');
    const starts = (calendar.body.data.days as { slots: Slot[] }[]).map(({ slots: [first] }) => first?.start);
    expect(starts).toEqual([
      '2026-11-23T09:00:00+00:00',
      undefined,
      '2026-11-25T09:00:00+02:00',
      undefined,
      '2026-11-27T09:00:00+01:00',
    ]);
    const summary = await service.admin.get(
      `/availability/summary?${view}&to=${MONDAY}&locationId=${lisbon}`,
    );
    expect(summary.body).toMatchObject({
      data: [{ slots: 2, first: '2026-11-23T09:00:00+00:00' }],
      meta: { timezone: 'Europe/Lisbon' },
    });
    const next = await service.admin.get(`/availability/next-available?${view}`);
    expect(next.body.data).toMatchObject({ start: '2026-11-23T09:00:00+00:00', locationId: lisbon });
  });

  it('is booked without a place on the clock of the date, and the appointment keeps that clock', async () => {
    const monday = await book({ start: '10:00' });
    expect(monday.body.data).toMatchObject({
      start: '2026-11-23T10:00:00+00:00',
      localStart: '2026-11-23T10:00',
      timezone: 'Europe/Lisbon',
      locationId: lisbon,
    });
    const read = await service.admin.get(`/appointments/${idOf(monday)}`);
    expect(read.body.data).toEqual(monday.body.data);
    const wednesday = await book({ date: WEDNESDAY, start: '09:00' });
    expect(wednesday.body.data).toMatchObject({
      start: '2026-11-25T09:00:00+02:00',
      timezone: 'Europe/Kyiv',
    });
    const friday = await book({ date: FRIDAY, start: '09:00', end: '10:00', locationId: berlin });
    expect(friday.body.data).toMatchObject({ start: '2026-11-27T09:00:00+01:00', timezone: 'Europe/Berlin' });
  });

  it('is booked at a place on the clock of that place, which refuses a date at another', async () => {
    const check = { providerId, serviceId, date: MONDAY, start: '10:00' };
    const there = await service.admin.post('/availability/check', { ...check, locationId: lisbon });
    expect(there.body.data).toMatchObject({ available: true, slot: { start: '2026-11-23T10:00:00+00:00' } });
    const elsewhere = await service.admin.post('/availability/check', { ...check, locationId: berlin });
    expect(elsewhere.body.data).toMatchObject({
      reason: 'not_at_location',
      slot: { start: '2026-11-23T10:00:00+01:00' },
    });
    expect(reasonOf(await book({ start: '10:00', locationId: berlin }))).toEqual([422, 'not_at_location']);
    expect(reasonOf(await book({ start: '11:00', locationId: berlin }))).toEqual([422, 'not_at_location']);
  });

  it('works hours that name no place on the clock of the place that a booking names', async () => {
    const { slots: offered, meta } = await slots(WEDNESDAY, `&locationId=${lisbon}`);
    expect([meta.timezone, offered.map(({ start }) => start)]).toEqual([
      'Europe/Lisbon',
      ['2026-11-25T09:00:00+00:00'],
    ]);
    const booked = await book({ date: WEDNESDAY, start: '09:00', locationId: lisbon });
    expect(booked.body.data).toMatchObject({ start: '2026-11-25T09:00:00+00:00', timezone: 'Europe/Lisbon' });
  });

  it('shows working hours and the week on the clock of each place', async () => {
    const hours = await service.admin.get(
      `/providers/${providerId}/working-hours?from=${MONDAY}&to=${WEDNESDAY}`,
    );
    expect(hours.body.meta.timezone).toBe('Europe/Kyiv');
    expect(hours.body.data).toEqual([
      {
        date: MONDAY,
        hours: [{ start: '09:00', end: '11:00', locationId: lisbon }],
        source: 'schedule',
        timezone: 'Europe/Lisbon',
      },
      { date: '2026-11-24', hours: [], source: 'schedule' },
      {
        date: WEDNESDAY,
        hours: [{ start: '09:00', end: '10:00', locationId: null }],
        source: 'schedule',
      },
    ]);
    const { body } = await service.anonymous.get(`/providers/${providerId}/schedule?date=${MONDAY}`);
    const zones = (body.data as { timezone?: string }[]).map(({ timezone }) => timezone);
    expect(zones.slice(0, 5)).toEqual(['Europe/Lisbon', undefined, undefined, undefined, 'Europe/Berlin']);
  });

  it('moves an appointment on the clock of its place', async () => {
    const id = idOf(await book({ start: '09:00' }));
    const later = await service.admin.patch(`/appointments/${id}`, { start: '10:00' });
    expect(later.body.data).toMatchObject({ start: '2026-11-23T10:00:00+00:00', timezone: 'Europe/Lisbon' });
    const away = await service.admin.patch(`/appointments/${id}`, { date: FRIDAY, start: '09:00' });
    expect(reasonOf(away)).toEqual([422, 'not_at_location']);
    const moved = await service.admin.patch(`/appointments/${id}`, {
      date: FRIDAY,
      start: '10:00',
      locationId: berlin,
    });
    expect(moved.body.data).toMatchObject({
      start: '2026-11-27T10:00:00+01:00',
      localStart: '2026-11-27T10:00',
      timezone: 'Europe/Berlin',
    });
    expect((await service.admin.get(`/appointments/${id}`)).body.data).toEqual(moved.body.data);
  });

  it('has series and visits on the clock of the place', async () => {
    const rrule = 'FREQ=WEEKLY;COUNT=2';
    const series = await service.admin.post('/series', aBooking(providerId, serviceId, { rrule }));
    expect(series.body.data).toMatchObject({
      timezone: 'Europe/Lisbon',
      appointments: [{ start: '2026-11-23T10:00:00+00:00' }, { start: '2026-11-30T10:00:00+00:00' }],
    });
    const path = `/series/${series.body.data.id}`;
    const earlier = await service.admin.patch(path, { start: '09:00' });
    expect(earlier.body.data.appointments[1]).toMatchObject({ localStart: `${NEXT_MONDAY}T09:00` });
    const items = [{ serviceId, providerId }];
    const search = { items, from: MONDAY, to: FRIDAY, timeFrom: '10:00' };
    const found = await service.admin.post('/availability/search', search);
    expect(found.body.data).toMatchObject([
      { start: '2026-11-23T10:00:00+00:00', items: [{ time: '10:00', locationId: lisbon }] },
      { start: '2026-11-27T10:00:00+01:00', items: [{ time: '10:00', locationId: berlin }] },
    ]);
    const customer = { name: 'Ana', email: 'ana@example.com' };
    const visit = await service.admin.post('/visits', { ...customer, items, date: FRIDAY, start: '10:00' });
    expect(visit.body.data.appointments).toMatchObject([
      { start: '2026-11-27T10:00:00+01:00', timezone: 'Europe/Berlin', locationId: berlin },
    ]);
  });

  it('holds a time on the clock of its place, and the hold is booked on it', async () => {
    const hold = await service.admin.post('/holds', { providerId, serviceId, date: FRIDAY, start: '09:00' });
    expect(hold.body.data).toMatchObject({ start: '2026-11-27T09:00:00+01:00', timezone: 'Europe/Berlin' });
    const { id: holdId } = hold.body.data as { id: string };
    const booked = await book({ holdId, date: FRIDAY, start: '09:00', locationId: berlin });
    expect(booked.body.data).toMatchObject({ localStart: '2026-11-27T09:00', timezone: 'Europe/Berlin' });
  });

  it('is offered to the waitlist at times of day of the place', async () => {
    const window = { timeFrom: '10:00', timeTo: '11:00' };
    const entry = await anEntryOf(service, serviceId, { providerId, from: FRIDAY, to: FRIDAY, ...window });
    await makeOffers(service);
    const [offered] = await entriesNow(service, [entry]);
    expect(offered?.offer?.start).toBe('2026-11-27T10:00:00+01:00');
  });
});

interface SlotOfAny extends Slot {
  readonly providerId: number;
  readonly providerIds: readonly number[];
}

/** Kyiv is the zone of the providers; each test makes its own. */
describe('Places in other time zones', () => {
  let service: TestService;
  let newYork: number;
  let lisbon: number;

  const idOf = ({ body }: Answer) => body.data.id as number;
  const aPlace = async (timezone: string, hours: readonly object[] | null = null) =>
    idOf(await service.admin.post('/locations', { name: 'Salon', timezone, hours }));
  const inKyiv = (schedule: readonly object[]) =>
    aProvider(service.admin, { timezone: 'Europe/Kyiv', schedule });
  const slotsOf = async (query: string) => {
    const { body } = await service.admin.get(`/availability/slots?${query}`);
    return body.data as SlotOfAny[];
  };

  beforeAll(async () => {
    service = await startTestService();
    newYork = await aPlace('America/New_York', [{ day: 'sunday', start: '00:00', end: '24:00' }]);
    lisbon = await aPlace('Europe/Lisbon');
  });

  afterAll(() => service.stop());

  describe('whose clocks change on other dates than that of the provider', () => {
    const ONLY_NEW_YORK = '2027-03-14';
    const ONLY_KYIV = '2027-03-28';
    let ids: { readonly providerId: number; readonly serviceId: number };

    const timesOn = async (date: string) => {
      const { providerId, serviceId } = ids;
      const slots = await slotsOf(`serviceId=${serviceId}&providerId=${providerId}&date=${date}`);
      return slots.map(({ start }) => start);
    };
    const bookAtTwo = (date: string) => {
      const { providerId, serviceId } = ids;
      return service.admin.post('/appointments', aBooking(providerId, serviceId, { date, start: '02:00' }));
    };

    beforeEach(async () => {
      const providerId = await inKyiv([
        { day: 'sunday', start: '01:00', end: '05:00', locationId: newYork },
        { day: 'tuesday', start: '09:00', end: '10:00' },
      ]);
      ids = {
        providerId,
        serviceId: await aService(service.admin, { durationMin: 60, maxAdvanceDays: 365 }),
      };
    });

    it('are an hour short on the date on which the place skips one', async () => {
      expect(await timesOn(ONLY_NEW_YORK)).toEqual([
        '2027-03-14T01:00:00-05:00',
        '2027-03-14T03:00:00-04:00',
        '2027-03-14T04:00:00-04:00',
      ]);
      const { status, body } = await bookAtTwo(ONLY_NEW_YORK);
      expect([status, body.error.details.reason]).toEqual([422, 'invalid_time']);
    });

    it('have every hour on the date on which the zone of the provider skips one', async () => {
      expect(await timesOn(ONLY_KYIV)).toEqual(
        ['01', '02', '03', '04'].map((hour) => `2027-03-28T${hour}:00:00-04:00`),
      );
      const { body } = await bookAtTwo(ONLY_KYIV);
      expect(body.data).toMatchObject({ start: '2027-03-28T02:00:00-04:00', timezone: 'America/New_York' });
    });
  });

  it('have helpers at work in the hours of their place on its clock', async () => {
    const helper = await inKyiv([{ day: 'monday', start: '09:00', end: '11:00', locationId: lisbon }]);
    const leader = await inKyiv([{ day: 'monday', start: '09:00', end: '17:00' }]);
    const serviceId = await aService(service.admin, {
      durationMin: 60,
      team: [{ providerIds: [helper], count: 1 }],
    });
    const slotsAt = async (query = '') => {
      const slots = await slotsOf(`serviceId=${serviceId}&providerId=${leader}&date=${MONDAY}${query}`);
      return slots.map(({ start }) => start);
    };
    expect(await slotsAt()).toEqual(['2026-11-23T11:00:00+02:00', '2026-11-23T12:00:00+02:00']);
    expect(await slotsAt(`&locationId=${lisbon}`)).toEqual([
      '2026-11-23T09:00:00+00:00',
      '2026-11-23T10:00:00+00:00',
    ]);
    expect(await slotsAt(`&locationId=${newYork}`)).toEqual([]);
    const book = (start: string) =>
      service.admin.post('/appointments', aBooking(leader, serviceId, { start }));
    const early = await book('10:00');
    expect([early.status, early.body.error.details.reason]).toEqual([422, 'team_unavailable']);
    expect((await book('11:00')).body.data).toMatchObject({ team: [helper], timezone: 'Europe/Kyiv' });
  });

  it('let any provider take a time of day, each on the clock of its date', async () => {
    const [home, away] = [
      await inKyiv([{ day: 'monday', start: '09:00', end: '11:00' }]),
      await inKyiv([{ day: 'monday', start: '09:00', end: '11:00', locationId: lisbon }]),
    ];
    const serviceId = await aService(service.admin, { durationMin: 60, providerIds: [home, away] });
    const any = { serviceId, anyProvider: true };
    const slots = await slotsOf(`serviceId=${serviceId}&anyProvider=true&date=${MONDAY}`);
    expect(slots.map(({ start, time, providerId }) => [start, time, providerId])).toEqual([
      ['2026-11-23T09:00:00+02:00', '09:00', home],
      ['2026-11-23T10:00:00+02:00', '10:00', home],
      ['2026-11-23T09:00:00+00:00', '09:00', away],
      ['2026-11-23T10:00:00+00:00', '10:00', away],
    ]);
    const customer = { name: 'Ana', email: 'ana@example.com' };
    const book = async (time: object) =>
      (await service.admin.post('/appointments', { ...customer, ...any, ...time })).body.data;
    const atTen = { date: MONDAY, start: '10:00' };
    expect(await book(atTen)).toMatchObject({ providerId: home, start: '2026-11-23T10:00:00+02:00' });
    expect(await book(atTen)).toMatchObject({ providerId: away, start: '2026-11-23T10:00:00+00:00' });
    const there = await slotsOf(
      `serviceId=${serviceId}&anyProvider=true&date=${MONDAY}&locationId=${lisbon}`,
    );
    expect(there.map(({ start, providerIds }) => [start, providerIds])).toEqual([
      ['2026-11-23T09:00:00+00:00', [home, away]],
      ['2026-11-23T10:00:00+00:00', [home]],
    ]);
  });
});
