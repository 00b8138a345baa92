import type { Answer } from '../../support/api-client';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf, makeOffers } from '../../support/waiting';

const TUESDAY = '2026-11-24';
const SATURDAY = '2026-11-28';
const NEXT_MONDAY = '2026-11-30';

interface Slot {
  readonly time: string;
  readonly providerId: number;
  readonly providerIds?: readonly number[];
  readonly locationId?: number;
  readonly seatsLeft?: number;
}

/** Ana gives a class on Monday evenings and Saturday mornings, Ben at Monday noon; both work from Monday to Friday, 09:00 to 17:00. */
describe('A class of a timetable', () => {
  let service: TestService;
  let ana: number;
  let ben: number;
  let hall: number;
  let yoga: number;

  const evening = () => ({ day: 'monday', start: '18:00', providerId: ana, locationId: hall });

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    hall = (await admin.post('/locations', { name: 'Hall' })).body.data.id as number;
    ana = await aProvider(admin);
    ben = await aProvider(admin);
    yoga = await aService(admin, {
      ...{ name: 'Yoga', durationMin: 60, capacity: 2, slotIntervalMin: 15, startsAt: 'schedule' },
      timetable: [
        evening(),
        { day: 'saturday', start: '08:00', providerId: ana },
        { day: 'monday', start: '12:00', providerId: ben, everyWeeks: 2, from: MONDAY },
      ],
    });
  });

  afterEach(() =>
    service.query(
      'truncate appointments, holds, closures, time_off, special_hours, waitlist_entries cascade',
    ),
  );

  afterAll(() => service.stop());

  const get = async (path: string) => (await service.admin.get(path)).body.data;
  const slots = async (date: string, query = `providerId=${ana}`) =>
    (await get(`/availability/slots?serviceId=${yoga}&date=${date}&${query}`)) as Slot[];
  const timesOf = async (date: string, query?: string) => (await slots(date, query)).map(({ time }) => time);
  const book = (members: object = {}) =>
    service.admin.post('/appointments', aBooking(ana, yoga, { start: '18:00', ...members }));
  const outcome = ({ status, body }: Answer) =>
    status < 300 ? status : ((body.error?.details?.reason ?? body.error?.details) as unknown);
  const reasonAt = async (start: string, members: object = {}) => outcome(await book({ start, ...members }));

  it('is the only time that is offered, at all hours of its provider', async () => {
    expect(await timesOf(MONDAY)).toEqual(['18:00']);
    expect(await timesOf(TUESDAY)).toEqual([]);
    expect(await timesOf(SATURDAY)).toEqual(['08:00']);
    expect((await slots(MONDAY))[0]).toMatchObject({ seatsLeft: 2, locationId: hall });
    expect((await slots(SATURDAY))[0]).not.toHaveProperty('locationId');
  });

  it('is offered in the weeks in which its entry holds', async () => {
    expect(await timesOf(MONDAY, `providerId=${ben}`)).toEqual(['12:00']);
    expect(await timesOf(NEXT_MONDAY, `providerId=${ben}`)).toEqual([]);
  });

  it('is offered with the provider who gives it where any provider may', async () => {
    const offered = await slots(MONDAY, 'anyProvider=true');
    expect(offered.map(({ time, providerIds }) => [time, providerIds])).toEqual([
      ['12:00', [ben]],
      ['18:00', [ana]],
    ]);
    const { body } = await book({ providerId: undefined, anyProvider: true, start: '12:00' });
    expect(body.data.providerId).toBe(ben);
  });

  it('is what the calendar, the summary, the next slot and the search for visits have', async () => {
    const query = `serviceId=${yoga}&providerId=${ana}`;
    const range = `from=${TUESDAY}&to=${NEXT_MONDAY}`;
    const { days } = await get(`/availability/calendar?${query}&${range}`);
    expect(
      days.map(({ working, slots: all }: { working: boolean; slots: Slot[] }) => [working, all.length]),
    ).toEqual([
      ...[
        [false, 0],
        [false, 0],
        [false, 0],
        [false, 0],
      ],
      ...[
        [true, 1],
        [false, 0],
        [true, 1],
      ],
    ]);
    const summary = await get(`/availability/summary?${query}&${range}`);
    expect(summary.map((day: { slots: number }) => day.slots)).toEqual([0, 0, 0, 0, 1, 0, 1]);
    const next = await get(`/availability/next-available?${query}&from=${TUESDAY}`);
    expect(next).toMatchObject({ date: SATURDAY, time: '08:00' });
    const search = { items: [{ serviceId: yoga }], from: MONDAY, to: SATURDAY };
    const { body } = await service.admin.post('/availability/search', search);
    const visits = body.data as { items: [Slot & { date: string }] }[];
    expect(visits.map(({ items: [item] }) => `${item.date} ${item.time} ${item.providerId}`)).toEqual([
      ...[`${MONDAY} 12:00 ${ben}`, `${MONDAY} 18:00 ${ana}`, `${SATURDAY} 08:00 ${ana}`],
    ]);
  });

  it('is booked until its seats are gone, at the location of its entry', async () => {
    const answers = [await book(), await book(), await book()];
    expect(answers.map(outcome)).toEqual([201, 201, 'session_full']);
    expect(answers[0]?.body.data.locationId).toBe(hall);
    expect(answers[2]?.body.error.details.alternatives[0]).toMatchObject({ date: SATURDAY, time: '08:00' });
  });

  it('is the only start that can be booked, in the hours of the provider and outside of them', async () => {
    expect(await reasonAt('10:00')).toBe('not_in_timetable');
    expect(await reasonAt('18:15')).toBe('not_in_timetable');
    expect(await reasonAt('03:00')).toBe('not_in_timetable');
    expect(await reasonAt('12:00', { providerId: ben, date: NEXT_MONDAY })).toBe('not_in_timetable');
    const check = { serviceId: yoga, providerId: ana, date: MONDAY, start: '10:00' };
    expect((await service.admin.post('/availability/check', check)).body.data).toMatchObject({
      ...{ available: false, reason: 'not_in_timetable' },
      message: 'No class of this service starts at this time',
    });
    expect(await reasonAt('10:00', { ignoreSchedule: true })).toBe(201);
  });

  it('ends with the duration, and is at the location of its entry', async () => {
    expect(await reasonAt('18:00', { end: '19:30' })).toBe('outside_working_hours');
    const other = (await service.admin.post('/locations', { name: 'Park' })).body.data.id as number;
    expect(await reasonAt('18:00', { locationId: other })).toBe('not_at_location');
    expect(await timesOf(MONDAY, `providerId=${ana}&locationId=${other}`)).toEqual([]);
    expect(await reasonAt('08:00', { date: SATURDAY, locationId: other })).toBe(201);
  });

  it('is not held during closures and time off, nor on a date that special hours take', async () => {
    await service.admin.post('/closures', { start: `${MONDAY}T18:59:00Z`, end: `${MONDAY}T19:00:00Z` });
    await service.admin.post(`/providers/${ana}/time-off`, { start: SATURDAY, end: SATURDAY });
    await service.admin.put(`/special-hours/${NEXT_MONDAY}`, { hours: [] });
    expect([await timesOf(MONDAY), await timesOf(SATURDAY), await timesOf(NEXT_MONDAY)]).toEqual([
      [],
      [],
      [],
    ]);
    expect(await reasonAt('18:00')).toBe('closed');
    expect(await reasonAt('08:00', { date: SATURDAY })).toBe('time_off');
    expect(await reasonAt('18:00', { date: NEXT_MONDAY })).toBe('outside_working_hours');
    const own = [{ start: '10:00', end: '11:00' }];
    await service.admin.put(`/providers/${ana}/special-hours/${NEXT_MONDAY}`, { hours: own });
    expect(await timesOf(NEXT_MONDAY)).toEqual(['18:00']);
  });

  it('is held, moved to, and taken by a series and a visit', async () => {
    const hold = { serviceId: yoga, providerId: ana, date: MONDAY };
    expect(outcome(await service.admin.post('/holds', { ...hold, start: '18:00' }))).toBe(201);
    expect(outcome(await service.admin.post('/holds', { ...hold, start: '17:00' }))).toBe('not_in_timetable');
    const { id } = await anAppointment(service.admin, ana, yoga, { start: '18:00' });
    const move = (date: string, start: string) => service.admin.patch(`/appointments/${id}`, { date, start });
    expect(outcome(await move(SATURDAY, '09:00'))).toBe('not_in_timetable');
    expect(outcome(await move(SATURDAY, '08:00'))).toBe(200);
    const guest = { name: 'Mia Keller', email: 'mia@example.com' };
    const series = { ...guest, ...hold, start: '18:00', rrule: 'FREQ=DAILY;COUNT=8', onConflict: 'skip' };
    const { body } = await service.admin.post('/series', series);
    expect(body.data.appointments).toHaveLength(2);
    expect(new Set(body.data.skipped.map(({ reason }: { reason: string }) => reason))).toEqual(
      new Set(['not_in_timetable']),
    );
    const items = [{ serviceId: yoga, providerId: ana }];
    const visit = (start: string) =>
      service.admin.post('/visits', { ...guest, date: SATURDAY, start, items });
    expect(outcome(await visit('08:00'))).toBe(201);
    expect(outcome(await visit('09:00'))).toBe('not_in_timetable');
  });

  it('is offered to the waitlist', async () => {
    const entry = await anEntryOf(service, yoga, { providerId: ana, to: TUESDAY });
    await makeOffers(service);
    expect((await get(`/waitlist/${entry.id}`)).offer).toMatchObject({ start: `${MONDAY}T18:00:00Z` });
  });
});
