import { aService, MONDAY } from '../support/builders';
import { eventsOf } from '../support/events';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, makeOffers, statusesNow } from '../support/waiting';
import { TwoPlaces } from './support/two-places';

const PATH = `/special-hours/${MONDAY}`;
const SUNDAY = '2026-11-22';
const LATE = [{ start: '18:00', end: '20:00' }];

/** Two providers: one without a schedule, one who is here from 15:00 to 19:00 and there until 21:00. The business shuts at 17:00. */
describe('The special hours of a location', () => {
  let service: TestService;
  let places: TwoPlaces;
  let here: number;
  let there: number;
  let anywhere: number;
  let placed: number;
  let serviceId: number;

  const put = (locationId: unknown, hours: unknown = LATE, path = PATH, members: object = {}) =>
    service.admin.put(path, { hours, locationId, ...members });
  const timesOf: TwoPlaces['timesOf'] = (...request) => places.timesOf(...request);

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    places = await TwoPlaces.on(service, { start: '15:00', turn: '19:00', end: '21:00' });
    ({ here, there, anywhere, placed, serviceId } = places);
  });

  afterEach(() => places.remove('special_hours'));

  afterAll(() => service.stop());

  it('take the place of window, weekdays and weekly hours for what happens there, and for nothing else', async () => {
    await service.admin.patch(`/locations/${there}`, {
      hours: [{ day: 'monday', start: '19:00', end: '20:00' }],
    });
    expect([await timesOf(placed), (await timesOf(anywhere, here))[0]]).toEqual([
      ['15:00', '16:00', '19:00'],
      '09:00',
    ]);
    await put(here);
    expect(await timesOf(anywhere, here)).toEqual(['18:00', '19:00']);
    expect([(await timesOf(anywhere, there))[0], (await timesOf(anywhere))[0]]).toEqual(['19:00', '09:00']);
    expect(await timesOf(placed)).toEqual(['18:00', '19:00']);
    await put(there, [{ start: '20:00', end: '24:00' }]);
    expect(await timesOf(placed)).toEqual(['18:00', '20:00']);
    expect([await timesOf(placed, here), await timesOf(placed, there)]).toEqual([['18:00'], ['20:00']]);
    await put(here, LATE, `/special-hours/${SUNDAY}`);
    expect([await timesOf(anywhere, here, SUNDAY), await timesOf(anywhere, there, SUNDAY)]).toEqual([
      ['18:00', '19:00'],
      [],
    ]);
    const hours = await service.admin.get(`/providers/${placed}/working-hours?from=${MONDAY}&to=${MONDAY}`);
    expect(hours.body.data[0]).toMatchObject({
      hours: [
        { start: '18:00', end: '19:00', locationId: here },
        { start: '20:00', end: '21:00', locationId: there },
      ],
      source: 'schedule',
    });
  });

  it('are bound by those of the business, and give way to those of the provider', async () => {
    await put(here, [{ start: '08:00', end: '12:00' }]);
    await put(null, [{ start: '11:00', end: '16:00' }]);
    expect(await timesOf(anywhere, here)).toEqual(['11:00']);
    expect((await timesOf(anywhere)).length).toBe(5);
    expect(await timesOf(placed)).toEqual([]);
    await service.admin.put(`/providers/${placed}${PATH}`, {
      hours: [{ start: '20:00', end: '21:00', locationId: here }],
    });
    expect([await timesOf(placed), await timesOf(placed, here)]).toEqual([['20:00'], ['20:00']]);
  });

  it('that are none are a day off there, for classes, too', async () => {
    await put(here, []);
    expect([await timesOf(anywhere, here), (await timesOf(anywhere)).length]).toEqual([[], 8]);
    const classes = [
      { day: 'monday', start: '09:00', providerId: anywhere, locationId: here },
      { day: 'monday', start: '11:00', providerId: anywhere, locationId: there },
      { day: 'monday', start: '13:00', providerId: anywhere },
    ];
    const yoga = { durationMin: 60, startsAt: 'schedule', timetable: classes };
    const yogaId = await aService(service.admin, yoga);
    const timesOfYoga = (locationId?: number) => timesOf(anywhere, locationId, MONDAY, yogaId);
    expect(await timesOfYoga()).toEqual(['11:00', '13:00']);
    expect(await timesOfYoga(here)).toEqual([]);
    const check = { providerId: anywhere, serviceId: yogaId, date: MONDAY, start: '09:00' };
    const { body } = await service.admin.post('/availability/check', check);
    expect(body.data.reason).toBe('outside_working_hours');
    // The hours of the provider come before those of the place.
    await service.admin.put(`/providers/${anywhere}${PATH}`, { hours: LATE });
    expect(await timesOfYoga()).toEqual(['09:00', '11:00', '13:00']);
  });

  it('are a row of their own for each date and location, which is read, listed, replaced and deleted apart', async () => {
    const ofPlace = { date: MONDAY, hours: LATE, note: 'Night', locationId: here };
    const { status, body } = await put(here, LATE, PATH, { note: 'Night' });
    expect([status, body.data]).toEqual([200, ofPlace]);
    const ofBusiness = { date: MONDAY, hours: [], note: null, locationId: null };
    expect((await put(undefined, [])).body.data).toEqual(ofBusiness);
    const list = async (query = '') =>
      (await service.admin.get(`/special-hours${query}`)).body.data as object[];
    expect(await list()).toEqual([ofPlace, ofBusiness]);
    expect(await list(`?locationId=${here}`)).toEqual([ofPlace]);
    expect(await list(`?locationId=${there}`)).toEqual([]);
    expect((await service.admin.put(PATH, ofPlace)).body.data).toEqual(ofPlace);
    expect((await put(here, [])).body.data).toMatchObject({ hours: [], note: null });
    const gone = await service.admin.delete(`${PATH}?locationId=${here}`);
    expect([gone.status, gone.body.data]).toEqual([200, { date: MONDAY, deleted: true }]);
    expect((await service.admin.delete(`${PATH}?locationId=${here}`)).status).toBe(404);
    expect(await list()).toEqual([ofBusiness]);
    await put(here);
    expect((await service.admin.delete(PATH)).status).toBe(200);
    expect((await service.admin.delete(PATH)).status).toBe(404);
    expect(await list()).toMatchObject([{ locationId: here }]);
  });

  it('are refused for a location that does not exist', async () => {
    for (const [locationId, message] of [
      [99_999, 'names no location'],
      ['here', expect.any(String)],
    ]) {
      const { status, body } = await put(locationId);
      expect([status, body.error?.details]).toEqual([422, { locationId: message }]);
    }
    expect((await service.admin.get('/special-hours')).body.data).toEqual([]);
  });

  it('let the waitlist offer times when they become wider', async () => {
    await put(here, []);
    const members = { providerId: anywhere, from: MONDAY, to: MONDAY, locationId: here };
    const entry = await anEntryOf(service, serviceId, members);
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['waiting']);
    await put(here);
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['offered']);
  });

  it('go with their location, which is an event', async () => {
    const { data } = (await put(here)).body;
    await put(there);
    const events = await eventsOf(service, () => service.admin.delete(`/locations/${here}`));
    const changed = events.filter(({ type }) => type === 'special_hours.changed');
    expect(changed).toMatchObject([{ data: { ...data, providerId: null }, previous: null }]);
    const { body } = await service.admin.get('/special-hours');
    expect(body.data).toMatchObject([{ locationId: there }]);
  });
});
