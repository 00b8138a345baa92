import type { Answer } from '../support/api-client';
import { aBooking, anAppointment, aService, MONDAY } from '../support/builders';
import { eventsOf } from '../support/events';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, makeOffers, statusesNow } from '../support/waiting';
import { TwoPlaces } from './support/two-places';

const MORNING = { start: `${MONDAY}T09:00`, end: `${MONDAY}T12:00` };

/** Two providers: one without places, one who is here until 12:00 and there from then on. */
describe('A closure of a location', () => {
  let service: TestService;
  let places: TwoPlaces;
  let here: number;
  let there: number;
  let anywhere: number;
  let placed: number;
  let serviceId: number;

  const idOf = ({ body }: Answer) => body.data.id as number;
  const close = (locationId: unknown, period: object = MORNING) =>
    service.admin.post('/closures', { ...period, locationId });
  const timesOf: TwoPlaces['timesOf'] = (...request) => places.timesOf(...request);
  const reasonAt = async (start: string, providerId: number, locationId?: number) => {
    const body = { providerId, serviceId, date: MONDAY, start, locationId };
    return (await service.admin.post('/availability/check', body)).body.data.reason as string | null;
  };

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    places = await TwoPlaces.on(service, { start: '10:00', turn: '12:00', end: '14:00' });
    ({ here, there, anywhere, placed, serviceId } = places);
  });

  afterEach(() => places.remove('closures'));

  afterAll(() => service.stop());

  it('binds a booking that names the location, and none that names another or no place', async () => {
    await close(here, { start: `${MONDAY}T09:00`, end: `${MONDAY}T11:50` });
    // The end of a closure begins a new grid.
    expect((await timesOf(anywhere, here))[0]).toBe('11:50');
    expect((await timesOf(anywhere, there))[0]).toBe('09:00');
    expect((await timesOf(anywhere))[0]).toBe('09:00');
    const book = (start: string, locationId?: number) =>
      service.admin.post('/appointments', aBooking(anywhere, serviceId, { start, locationId }));
    const refused = await book('11:00', here);
    expect([refused.status, refused.body.error.details]).toMatchObject([
      422,
      { reason: 'closed', alternatives: [{ time: '11:50' }, {}, {}] },
    ]);
    expect([(await book('10:00')).status, (await book('11:00', there)).status]).toEqual([201, 201]);
  });

  it('binds the hours that name the location, whether or not a booking names it', async () => {
    await close(here, { start: `${MONDAY}T10:00`, end: `${MONDAY}T11:00` });
    expect(await timesOf(placed)).toEqual(['11:00', '12:00', '13:00']);
    await close(here, { start: MONDAY, end: MONDAY });
    expect(await timesOf(placed)).toEqual(['12:00', '13:00']);
    expect([await reasonAt('11:00', placed), await reasonAt('11:00', placed, here)]).toEqual([
      'closed',
      'closed',
    ]);
    expect(await reasonAt('12:00', placed)).toBeNull();
    // The place that is asked for is open: the provider is not there.
    expect(await reasonAt('11:00', placed, there)).toBe('not_at_location');
    const hours = await service.admin.get(`/providers/${placed}/working-hours?from=${MONDAY}&to=${MONDAY}`);
    expect(hours.body.data[0].hours).toEqual([{ start: '12:00', end: '14:00', locationId: there }]);
  });

  it('binds the classes that name the location', async () => {
    const aClass = (start: string, locationId: number) => {
      return { day: 'monday', start, providerId: anywhere, locationId };
    };
    const yoga = await aService(service.admin, {
      durationMin: 60,
      startsAt: 'schedule',
      timetable: [aClass('09:00', here), aClass('11:00', there)],
    });
    await close(here);
    const { body } = await service.admin.get(
      `/availability/slots?serviceId=${yoga}&providerId=${anywhere}&date=${MONDAY}`,
    );
    expect(body.data).toMatchObject([{ time: '11:00', locationId: there }]);
    const check = { providerId: anywhere, serviceId: yoga, date: MONDAY, start: '09:00' };
    expect((await service.admin.post('/availability/check', check)).body.data.reason).toBe('closed');
  });

  it('binds visits and helpers who are at the location', async () => {
    await close(here);
    const visit = { items: [{ serviceId, providerId: placed }], from: MONDAY, to: MONDAY };
    const found = await service.admin.post('/availability/search', visit);
    expect(found.body.data).toMatchObject([{ items: [{ time: '12:00' }] }, { items: [{ time: '13:00' }] }]);
    const team = [{ providerIds: [placed], count: 1 }];
    const together = await aService(service.admin, { durationMin: 60, team });
    expect(await timesOf(anywhere, undefined, MONDAY, together)).toEqual(['12:00', '13:00']);
  });

  it('leaves the closures of the business as they are: they bind every place', async () => {
    await close(null);
    for (const place of [here, there, undefined]) expect((await timesOf(anywhere, place))[0]).toBe('12:00');
    expect(await timesOf(placed)).toEqual(['12:00', '13:00']);
  });

  it('lists the appointments at the location that it overlaps, and no others', async () => {
    const own = await anAppointment(service.admin, anywhere, serviceId, { start: '09:00', locationId: here });
    await anAppointment(service.admin, anywhere, serviceId, { start: '10:00', locationId: there });
    await anAppointment(service.admin, anywhere, serviceId, { start: '11:00' });
    // Its hours are at the location.
    const other = await anAppointment(service.admin, placed, serviceId, { start: '10:00' });
    const { body } = await close(here);
    expect(body.meta).toMatchObject({ conflicts: [{ id: own.id }, { id: other.id }], total: 2 });
  });

  it('is read and listed with its location, on the clock of which its dates are', async () => {
    const newYork = idOf(
      await service.admin.post('/locations', { name: 'New York', timezone: 'America/New_York' }),
    );
    const appointment = await anAppointment(service.admin, anywhere, serviceId, {
      start: '10:00',
      locationId: newYork,
    });
    const { status, body } = await close(newYork, { start: MONDAY, end: MONDAY });
    const closure = {
      id: expect.any(Number),
      start: '2026-11-23T00:00:00-05:00',
      end: '2026-11-24T00:00:00-05:00',
      locationId: newYork,
      reason: null,
    };
    expect([status, body.data]).toEqual([201, closure]);
    expect(body.meta).toMatchObject({ conflicts: [{ id: appointment.id, start: appointment.start }] });
    await close(here);
    await close(undefined);
    const listed = async (query: string) => (await service.admin.get(`/closures${query}`)).body.data;
    expect(await listed(`?locationId=${newYork}`)).toEqual([closure]);
    expect(await listed('?locationId=99999')).toEqual([]);
    expect(await listed('')).toMatchObject([
      { locationId: newYork },
      { locationId: here },
      { locationId: null },
    ]);
    await service.admin.patch(`/locations/${newYork}`, { timezone: 'Europe/Lisbon' });
    expect(await listed(`?locationId=${newYork}`)).toEqual([closure]);
  });

  it.each([
    [99_999, 'names no location'],
    [0, expect.any(String)],
    ['here', expect.any(String)],
  ])('is refused for the location %s, which is none', async (locationId, message) => {
    const { status, body } = await close(locationId);
    expect([status, body.error?.details]).toEqual([422, { locationId: message }]);
    expect((await service.admin.get('/closures')).body.data).toEqual([]);
  });

  it('lets the waitlist offer its time when it is deleted', async () => {
    const { body } = await close(here, { start: MONDAY, end: MONDAY });
    const members = { providerId: anywhere, from: MONDAY, to: MONDAY };
    const entry = await anEntryOf(service, serviceId, { ...members, locationId: here });
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['waiting']);
    await service.admin.delete(`/closures/${body.data.id}`);
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['offered']);
  });

  it('goes with its location, which is an event', async () => {
    const closure = (await close(here)).body.data;
    const kept = (await close(there)).body.data;
    const events = await eventsOf(service, () => service.admin.delete(`/locations/${here}`));
    const deleted = events.find(({ type }) => type === 'closure.deleted');
    expect([deleted?.resourceId, deleted?.data]).toEqual([closure.id, closure]);
    expect(events.map(({ type }) => type)).toContain('location.deleted');
    expect((await service.admin.get('/closures')).body.data).toEqual([kept]);
    expect((await service.admin.delete(`/closures/${closure.id}`)).status).toBe(404);
  });

  it('is refused, or goes with the location, when the two meet', async () => {
    for (let round = 0; round < 5; round++) {
      const id = idOf(await service.admin.post('/locations', { name: 'Short-lived' }));
      const [closed, removed] = await Promise.all([close(id), service.admin.delete(`/locations/${id}`)]);
      expect([closed.status === 201 || closed.status === 422, removed.status]).toEqual([true, 200]);
      expect((await service.admin.get('/closures')).body.data).toEqual([]);
    }
  });
});
