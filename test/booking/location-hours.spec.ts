import type { Answer } from '../support/api-client';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf, makeOffers, statusesNow } from '../support/waiting';

const SATURDAY = '2026-11-28';

interface Slot {
  readonly time: string;
}

/** A place that opens on Mondays from 07:00 to 10:00 and on Saturdays; the business from Monday to Friday, 09:00 to 17:00. */
const EARLY = [
  { day: 'monday', start: '07:00', end: '10:00' },
  { day: 'saturday', start: '10:00', end: '12:00' },
];

describe('The hours of a location', () => {
  let service: TestService;
  let early: number;
  let other: number;
  let serviceId: number;

  const idOf = ({ body }: Answer) => body.data.id as number;
  const timesOf = async (providerId: number, date: string, query = '') => {
    const path = `/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${date}${query}`;
    return ((await service.admin.get(path)).body.data as Slot[]).map(({ time }) => time);
  };
  const reasonOf = ({ status, body }: Answer) => [status, body.error?.details?.reason];

  beforeAll(async () => {
    service = await startTestService();
    early = idOf(await service.admin.post('/locations', { name: 'Early', hours: EARLY }));
    other = idOf(await service.admin.post('/locations', { name: 'Other' }));
    serviceId = await aService(service.admin, { durationMin: 60 });
  });

  afterAll(() => service.stop());

  it('bound what a provider without a schedule does there, in the place of window and weekdays', async () => {
    const id = await aProvider(service.admin);
    expect(await timesOf(id, MONDAY, `&locationId=${early}`)).toEqual(['07:00', '08:00', '09:00']);
    expect(await timesOf(id, SATURDAY, `&locationId=${early}`)).toEqual(['10:00', '11:00']);
    expect((await timesOf(id, MONDAY, `&locationId=${other}`))[0]).toBe('09:00');
    expect(await timesOf(id, SATURDAY)).toEqual([]);
    const at = (locationId: number | null) =>
      service.admin.post('/appointments', aBooking(id, serviceId, { start: '07:00', locationId }));
    expect(reasonOf(await at(other))).toEqual([422, 'outside_working_hours']);
    expect(reasonOf(await at(null))).toEqual([422, 'outside_working_hours']);
    expect((await at(early)).status).toBe(201);
  });

  it('cut the entries of a schedule that name the location, and none that name another', async () => {
    const id = await aProvider(service.admin, {
      schedule: [
        { day: 'monday', start: '06:00', end: '09:00', locationId: early },
        { day: 'monday', start: '09:00', end: '11:00', locationId: other },
      ],
    });
    expect(await timesOf(id, MONDAY)).toEqual(['07:00', '08:00', '09:00', '10:00']);
    expect(await timesOf(id, MONDAY, `&locationId=${early}`)).toEqual(['07:00', '08:00']);
    const week = await service.anonymous.get(`/providers/${id}/schedule?date=${MONDAY}`);
    expect(week.body.data[0]).toMatchObject({ start: '07:00', end: '11:00' });
    const days = await service.admin.get(`/providers/${id}/working-hours?from=${MONDAY}&to=${MONDAY}`);
    expect(days.body.data[0].hours).toEqual([
      { start: '07:00', end: '09:00', locationId: early },
      { start: '09:00', end: '11:00', locationId: other },
    ]);
  });

  it('cut the entries that name no place for an appointment that names the location', async () => {
    const id = await aProvider(service.admin, {
      schedule: [{ day: 'monday', start: '08:00', end: '12:00' }],
    });
    expect(await timesOf(id, MONDAY, `&locationId=${early}`)).toEqual(['08:00', '09:00']);
    expect(await timesOf(id, MONDAY)).toEqual(['09:00', '10:00', '11:00']);
    const visit = { items: [{ serviceId, providerId: id }], from: MONDAY, to: MONDAY, locationId: early };
    const found = await service.admin.post('/availability/search', visit);
    expect(found.body.data).toMatchObject([{ items: [{ time: '08:00' }] }, { items: [{ time: '09:00' }] }]);
    const { series } = await seriesAtEight(id);
    expect(series.body.data.appointments).toHaveLength(2);
  });

  const seriesAtEight = async (id: number) => {
    const body = aBooking(id, serviceId, { start: '08:00', locationId: early, rrule: 'FREQ=WEEKLY;COUNT=2' });
    return { series: await service.admin.post('/series', body) };
  };

  it('stay on a date on which another location has special hours', async () => {
    const id = await aProvider(service.admin, {
      schedule: [{ day: 'saturday', start: '08:00', end: '14:00' }],
    });
    const here = `&locationId=${early}`;
    expect(await timesOf(id, SATURDAY, here)).toEqual(['10:00', '11:00']);
    const special = `/special-hours/${SATURDAY}`;
    await service.admin.put(special, { hours: [{ start: '08:00', end: '09:00' }], locationId: other });
    expect(await timesOf(id, SATURDAY, here)).toEqual(['10:00', '11:00']);
    await service.admin.delete(`${special}?locationId=${other}`);
  });

  it('give way to special hours of the business', async () => {
    const id = await aProvider(service.admin);
    await service.admin.put(`/special-hours/${MONDAY}`, { hours: [{ start: '13:00', end: '14:00' }] });
    expect(await timesOf(id, MONDAY, `&locationId=${early}`)).toEqual(['13:00']);
    await service.admin.delete(`/special-hours/${MONDAY}`);
  });

  it('let the waitlist offer times when they become wider', async () => {
    const location = idOf(await service.admin.post('/locations', { name: 'Late', hours: [EARLY[1]] }));
    const id = await aProvider(service.admin);
    const entry = await anEntryOf(service, serviceId, {
      providerId: id,
      from: MONDAY,
      to: MONDAY,
      locationId: location,
    });
    expect(await statusesNow(service, [entry])).toEqual(['waiting']);
    await service.admin.patch(`/locations/${location}`, { hours: EARLY });
    await makeOffers(service);
    expect(await statusesNow(service, [entry])).toEqual(['offered']);
  });

  it('are read back as they were written, and null goes back to those of the business', async () => {
    const hours = [{ ...EARLY[0], breaks: [{ start: '08:00', end: '08:30' }], everyWeeks: 2, from: MONDAY }];
    const { body } = await service.admin.post('/locations', { name: 'Odd weeks', hours });
    const read = [{ ...hours[0], until: null }];
    expect(body.data.hours).toEqual(read);
    const path = `/locations/${body.data.id}`;
    expect((await service.anonymous.get(path)).body.data.hours).toEqual(read);
    expect((await service.admin.patch(path, { hours: [] })).body.data.hours).toBeNull();
  });

  it('must make sense', async () => {
    const refuse = async (hours: object[]) => {
      const { status, body } = await service.admin.post('/locations', { name: 'Refused', hours });
      return [status, body.error?.details];
    };
    expect(await refuse([{ day: 'monday', start: '10:00', end: '09:00' }])).toEqual([
      422,
      { 'hours[0].end': 'must be later than start' },
    ]);
    expect(await refuse([EARLY[0] ?? {}, { day: 'monday', start: '09:00', end: '11:00' }])).toEqual([
      422,
      { 'hours[1].start': 'overlaps monday 07:00–10:00' },
    ]);
  });
});
