import type { Answer } from '../support/api-client';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, type Entry, makeOffers } from '../support/waiting';

const NEXT_MONDAY = '2026-11-30';
const TUESDAY = '2026-11-24';
const CUSTOMER = { name: 'Ana', email: 'ana@example.com' };

interface Slot {
  readonly time: string;
  readonly locationId?: number;
}

/** A provider who is at one place on Monday mornings, at another in the afternoon, and on Tuesdays wherever a booking says. */
describe('Hours that name a place', () => {
  let service: TestService;
  let north: number;
  let south: number;
  let providerId: number;
  let serviceId: number;

  const idOf = ({ body }: Answer) => body.data.id as number;
  const aLocation = async () => idOf(await service.admin.post('/locations', { name: 'Salon' }));
  const view = (date: string, query = '') =>
    `serviceId=${serviceId}&providerId=${providerId}&date=${date}${query}`;
  const slots = async (date: string, query = ''): Promise<Slot[]> => {
    const { body } = await service.admin.get(`/availability/slots?${view(date, query)}`);
    return body.data as Slot[];
  };
  const timesAndPlaces = async (date: string, query = '') =>
    (await slots(date, query)).map(({ time, locationId }) => [time, locationId]);
  const book = (members: object) =>
    service.admin.post('/appointments', aBooking(providerId, serviceId, members));
  const reasonOf = ({ status, body }: Answer) => [status, body.error?.details?.reason];

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    [north, south] = [await aLocation(), await aLocation()];
    providerId = await aProvider(service.admin, {
      schedule: [
        { day: 'monday', start: '09:00', end: '11:00', locationId: north },
        { day: 'monday', start: '11:00', end: '13:00', locationId: south },
        { day: 'tuesday', start: '09:00', end: '10:00' },
      ],
    });
    serviceId = await aService(service.admin, { durationMin: 60, providerIds: [providerId] });
  });

  afterAll(() => service.stop());

  it('are offered with their place, and at another place not at all', async () => {
    expect(await timesAndPlaces(MONDAY)).toEqual([
      ['09:00', north],
      ['10:00', north],
      ['11:00', south],
      ['12:00', south],
    ]);
    expect(await timesAndPlaces(MONDAY, `&locationId=${south}`)).toEqual([
      ['11:00', south],
      ['12:00', south],
    ]);
    expect(await timesAndPlaces(TUESDAY)).toEqual([['09:00', undefined]]);
    expect(await timesAndPlaces(TUESDAY, `&locationId=${south}`)).toEqual([['09:00', south]]);
  });

  it('are offered with their place by the calendar, the next slot and the search for visits', async () => {
    const range = `from=${MONDAY}&to=${MONDAY}&locationId=${south}`;
    const query = `serviceId=${serviceId}&providerId=${providerId}`;
    const calendar = await service.admin.get(`/availability/calendar?${query}&${range}`);
    expect(calendar.body.data.days[0].slots).toMatchObject([{ locationId: south }, { locationId: south }]);
    const next = await service.admin.get(`/availability/next-available?${query}&locationId=${south}`);
    expect(next.body.data).toMatchObject({ date: MONDAY, time: '11:00', locationId: south });
    const items = [{ serviceId, providerId }];
    const search = { items, from: MONDAY, to: MONDAY, locationId: south, limit: 1 };
    const visits = await service.admin.post('/availability/search', search);
    expect(visits.body.data).toMatchObject([{ items: [{ time: '11:00', locationId: south }] }]);
  });

  it('give their place to a booking, a hold and a visit that name none', async () => {
    expect((await book({ start: '09:00' })).body.data.locationId).toBe(north);
    expect((await book({ start: '11:00' })).body.data.locationId).toBe(south);
    expect((await book({ date: TUESDAY, start: '09:00' })).body.data.locationId).toBeNull();
    const hold = await service.admin.post('/holds', { providerId, serviceId, date: MONDAY, start: '12:00' });
    expect(hold.body.data.locationId).toBe(south);
    const items = [{ serviceId, providerId }];
    const visit = await service.admin.post('/visits', { ...CUSTOMER, date: MONDAY, start: '10:00', items });
    expect(visit.body.data.appointments).toMatchObject([{ locationId: north }]);
  });

  it('refuse a booking that names another place, and offer times at that place', async () => {
    const refused = await book({ start: '09:00', locationId: south });
    expect(reasonOf(refused)).toEqual([422, 'not_at_location']);
    expect(refused.body.error?.details).toMatchObject({
      alternatives: [{ time: '11:00' }, { time: '12:00' }, { date: TUESDAY, time: '09:00' }],
    });
    const question = { providerId, serviceId, date: MONDAY, start: '09:00', locationId: south };
    const check = await service.admin.post('/availability/check', question);
    expect(check.body.data).toMatchObject({ available: false, reason: 'not_at_location' });
    expect(reasonOf(await service.admin.post('/holds', question))).toEqual([422, 'not_at_location']);
    const visit = { ...question, ...CUSTOMER, items: [{ serviceId, providerId }] };
    expect(reasonOf(await service.admin.post('/visits', visit))).toEqual([422, 'not_at_location']);
  });

  it('refuse a booking outside of all hours as before', async () => {
    const late = await book({ start: '13:00', locationId: north });
    expect(reasonOf(late)).toEqual([422, 'outside_working_hours']);
  });

  it('of two places are never one stretch', async () => {
    expect(reasonOf(await book({ start: '10:30' }))).toEqual([422, 'outside_working_hours']);
    expect(reasonOf(await book({ start: '10:30', locationId: north }))).toEqual([
      422,
      'outside_working_hours',
    ]);
  });

  it('are skipped with ignoreSchedule, and then give no place that the request does not name', async () => {
    const booked = await book({ start: '09:00', locationId: south, ignoreSchedule: true });
    expect(booked.body.data.locationId).toBe(south);
  });

  it('are ones that a moved appointment needs at its own place, unless the change names another', async () => {
    const { id } = await anAppointment(service.admin, providerId, serviceId, { start: '09:00' });
    const moved = await service.admin.patch(`/appointments/${id}`, { start: '11:00' });
    expect(reasonOf(moved)).toEqual([422, 'not_at_location']);
    const both = await service.admin.patch(`/appointments/${id}`, { start: '11:00', locationId: south });
    expect(both.body.data).toMatchObject({ locationId: south, start: `${MONDAY}T11:00:00Z` });
    const free = await service.admin.patch(`/appointments/${id}`, { start: '09:00', locationId: null });
    expect(free.body.data).toMatchObject({ locationId: north });
  });

  it('do not count when only the place of an appointment changes', async () => {
    const { id } = await anAppointment(service.admin, providerId, serviceId, { start: '09:00' });
    const changed = await service.admin.patch(`/appointments/${id}`, { locationId: south });
    expect(changed.body.data.locationId).toBe(south);
  });

  it('decide on each occurrence of a series', async () => {
    const series = { ...aBooking(providerId, serviceId, { start: '11:00' }), rrule: 'FREQ=WEEKLY;COUNT=2' };
    const refused = await service.admin.post('/series', { ...series, locationId: north });
    expect(refused.body.error?.details?.occurrences).toMatchObject([
      { reason: 'not_at_location' },
      { reason: 'not_at_location' },
    ]);
    const booked = await service.admin.post('/series', series);
    expect(booked.body.data.appointments).toMatchObject([{ locationId: south }, { locationId: south }]);
  });

  it('bring the rooms of their place to a booking that names none', async () => {
    const needs = { resources: [{ kind: 'cabin', quantity: 1 }], providerIds: [providerId] };
    const inCabin = await aService(service.admin, { durationMin: 60, ...needs });
    const cabin = { name: 'Cabin', kind: 'cabin' };
    const [, there] = [
      idOf(await service.admin.post('/resources', { ...cabin, locationId: north })),
      idOf(await service.admin.post('/resources', { ...cabin, locationId: south })),
    ];
    const booked = await service.admin.post(
      '/appointments',
      aBooking(providerId, inCabin, { start: '11:00' }),
    );
    expect(booked.body.data).toMatchObject({ locationId: south, resources: [{ id: there }] });
  });

  it('decide what an entry of the waitlist is offered', async () => {
    const taken = [await book({ start: '09:00' }), await book({ start: '10:00' })].map(idOf);
    const fields = { providerId, from: MONDAY, to: MONDAY, locationId: north };
    const { id } = await anEntryOf(service, serviceId, fields);
    await service.admin.delete(`/appointments/${taken[1]}`);
    await makeOffers(service);
    const { offer } = (await service.admin.get(`/waitlist/${id}`)).body.data as Entry;
    const hold = await service.admin.get(`/holds/${offer?.holdId}`);
    expect(hold.body.data).toMatchObject({ locationId: north, start: `${MONDAY}T10:00:00Z` });
  });

  it('of a single date take the place of those of the week', async () => {
    const hours = [{ start: '15:00', end: '16:00', locationId: south }];
    const path = `/providers/${providerId}/special-hours/${MONDAY}`;
    expect((await service.admin.put(path, { hours })).body.data.hours).toEqual(hours);
    expect(await timesAndPlaces(MONDAY)).toEqual([['15:00', south]]);
    expect(await timesAndPlaces(MONDAY, `&locationId=${north}`)).toEqual([]);
  });

  it('are read back as they were written', async () => {
    const { body } = await service.admin.get(`/providers/${providerId}`);
    expect(body.data.schedule).toMatchObject([{ locationId: north }, { locationId: south }, {}]);
    expect(body.data.schedule[2]).not.toHaveProperty('locationId');
    const again = await service.admin.patch(`/providers/${providerId}`, { schedule: body.data.schedule });
    expect(again.body.data.schedule).toEqual(body.data.schedule);
  });

  it('touch in the week of a provider without a break between them', async () => {
    const { body } = await service.admin.get(`/providers/${providerId}/schedule?date=${MONDAY}`);
    expect(body.data[0]).toMatchObject({ start: '09:00', end: '13:00', breaks: [] });
  });

  it('must name a location that exists', async () => {
    const nowhere = 999_999;
    const schedule = [{ day: 'monday', start: '09:00', end: '10:00', locationId: nowhere }];
    const hours = [{ start: '09:00', end: '10:00', locationId: nowhere }];
    const path = `/providers/${providerId}`;
    const answers = [
      await service.admin.patch(path, { schedule }),
      await service.admin.post('/providers', { name: 'A', email: 'nowhere@example.com', schedule }),
      await service.admin.put(`${path}/special-hours/${MONDAY}`, { hours }),
      await service.admin.put(`${path}/special-hours`, { days: [{ date: MONDAY, hours }] }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error?.details])).toEqual([
      [422, { 'schedule[0].locationId': 'names no location' }],
      [422, { 'schedule[0].locationId': 'names no location' }],
      [422, { 'hours[0].locationId': 'names no location' }],
      [422, { 'days[0].hours[0].locationId': 'names no location' }],
    ]);
  });

  it('end when their location is deleted, and those of the business do not take their place', async () => {
    const special = [
      { start: '09:00', end: '10:00', locationId: north },
      { start: '10:00', end: '11:00', locationId: south },
    ];
    const path = `/providers/${providerId}`;
    await service.admin.put(`${path}/special-hours/${NEXT_MONDAY}`, { hours: special });
    await service.admin.delete(`/locations/${north}`);
    expect(await timesAndPlaces(MONDAY)).toEqual([
      ['11:00', south],
      ['12:00', south],
    ]);
    expect(await timesAndPlaces(NEXT_MONDAY)).toEqual([['10:00', south]]);
    await service.admin.delete(`/locations/${south}`);
    expect(await slots(MONDAY)).toEqual([]);
    expect(await slots(NEXT_MONDAY)).toEqual([]);
    const { schedule } = (await service.admin.get(path)).body.data as { schedule: object[] };
    expect(schedule[0]).toMatchObject({ day: 'monday', start: '09:00', until: '2026-11-18' });
    expect((await service.admin.patch(path, { schedule })).status).toBe(200);
  });
});
