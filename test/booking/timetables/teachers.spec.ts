import type { Answer } from '../../support/api-client';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf, makeOffers, statusesNow } from '../../support/waiting';

const TUESDAY = '2026-11-24';
const NEXT_MONDAY = '2026-11-30';
const YOGA = { name: 'Yoga', durationMin: 60, capacity: 8, bufferBeforeMin: 15, bufferAfterMin: 30 };

/** Ana works from Monday to Friday, 09:00 to 17:00, and gives a class on Mondays at 11:00, which takes her from 10:45 to 12:30. */
describe('A provider who gives classes', () => {
  let service: TestService;
  let ana: number;
  let yoga: number;
  let massage: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    const { admin } = service;
    ana = await aProvider(admin);
    const timetable = [{ day: 'monday', start: '11:00', providerId: ana }];
    yoga = await aService(admin, { ...YOGA, startsAt: 'schedule', timetable, providerIds: [ana] });
    massage = await aService(admin, { name: 'Massage', durationMin: 60, providerIds: [ana] });
  });

  afterEach(() =>
    service.query(
      'truncate appointments, holds, closures, time_off, special_hours, waitlist_entries cascade',
    ),
  );

  afterAll(() => service.stop());

  const get = async (path: string) => (await service.admin.get(path)).body.data;
  const timesOf = async (date = MONDAY, serviceId = massage) => {
    const slots = await get(`/availability/slots?serviceId=${serviceId}&date=${date}&providerId=${ana}`);
    return slots.map(({ time }: { time: string }) => time) as string[];
  };
  const change = (members: object) => service.admin.patch(`/services/${yoga}`, members);
  const book = (start: string, members: object = {}) =>
    service.admin.post('/appointments', aBooking(ana, massage, { start, ...members }));
  const outcome = ({ status, body }: Answer) =>
    status < 300 ? status : (body.error?.details?.reason as unknown);
  const BESIDE_THE_CLASS = ['09:00', '12:30', '13:30', '14:30', '15:30'];
  const ALL_DAY = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00'];

  it('is not offered for other services during a class, buffers included, booked or not', async () => {
    expect(await timesOf()).toEqual(BESIDE_THE_CLASS);
    await anAppointment(service.admin, ana, yoga, { start: '11:00' });
    expect(await timesOf()).toEqual(BESIDE_THE_CLASS);
    expect(await timesOf(TUESDAY)).toEqual(ALL_DAY);
  });

  it('cannot be booked for other services during a class, and can be right before and after it', async () => {
    expect(outcome(await book('09:46'))).toBe('outside_working_hours');
    expect(outcome(await book('12:29'))).toBe('outside_working_hours');
    expect(outcome(await book('09:45'))).toBe(201);
    expect(outcome(await book('12:30'))).toBe(201);
    expect(outcome(await book('11:00', { ignoreSchedule: true }))).toBe(201);
  });

  it('has a class with the duration and the buffers of the own terms', async () => {
    const terms = [{ providerId: ana, durationMin: 30, bufferBeforeMin: 0, bufferAfterMin: 0 }];
    await change({ terms });
    expect(await timesOf()).toEqual(['09:00', '10:00', '11:30', '12:30', '13:30', '14:30', '15:30']);
  });

  it('has no time of a class in the working hours, as they are read', async () => {
    const [day] = await get(`/providers/${ana}/working-hours?from=${MONDAY}&to=${MONDAY}`);
    expect(day.hours).toEqual([
      { start: '09:00', end: '10:45', locationId: null },
      { start: '12:30', end: '17:00', locationId: null },
    ]);
  });

  it('is not offered for other services by calendars, the next slot and visits', async () => {
    const query = `serviceId=${massage}&providerId=${ana}`;
    const { days } = await get(`/availability/calendar?${query}&from=${MONDAY}&to=${MONDAY}`);
    expect(days[0].slots.map(({ time }: { time: string }) => time)).toEqual(BESIDE_THE_CLASS);
    const next = await get(`/availability/next-available?${query}&from=${MONDAY}T09:01`);
    expect(next).toMatchObject({ date: MONDAY, time: '12:30' });
    const items = [{ serviceId: massage }];
    const search = { items, from: MONDAY, to: MONDAY, limit: 50 };
    const { body } = await service.admin.post('/availability/search', search);
    expect(body.data.map(({ items: [item] }: { items: [{ time: string }] }) => item.time)).toEqual(
      BESIDE_THE_CLASS,
    );
  });

  it('gives several services in one visit, of which one is a class', async () => {
    const items = [{ serviceId: yoga }, { serviceId: massage }];
    const search = { items, from: MONDAY, to: MONDAY, maxGapMin: 60 };
    const { body } = await service.admin.post('/availability/search', search);
    const visits = body.data as { items: { time: string }[] }[];
    expect(visits.map((visit) => visit.items.map(({ time }) => time))).toEqual([['11:00', '12:30']]);
  });

  it('does not help others during a class', async () => {
    const lead = await aProvider(service.admin);
    const team = [{ providerIds: [ana], count: 1 }];
    const colour = await aService(service.admin, { durationMin: 60, providerIds: [lead], team });
    const at = (start: string) => service.admin.post('/appointments', aBooking(lead, colour, { start }));
    expect(outcome(await at('11:00'))).toBe('team_unavailable');
    expect(outcome(await at('12:30'))).toBe(201);
  });

  it.each([
    ['the service is inactive', () => change({ active: false })],
    ['the service starts at every interval', () => change({ startsAt: 'interval' })],
    ['the provider does not offer the service', () => change({ providerIds: [] })],
    ['the service is deleted', () => service.admin.delete(`/services/${yoga}`)],
    ['the class is over', () => change({ timetable: [] })],
  ])('is free during a class when %s', async (_what, act) => {
    expect(await timesOf()).toEqual(BESIDE_THE_CLASS);
    expect((await act()).status).toBe(200);
    expect(await timesOf()).toEqual(ALL_DAY);
  });

  it('is offered to who waits for another service when a class ends', async () => {
    const wanted = { providerId: ana, timeFrom: '11:00', timeTo: '12:00' };
    const waiting = await anEntryOf(service, massage, wanted);
    await makeOffers(service);
    expect(await statusesNow(service, [waiting])).toEqual(['waiting']);
    await change({ timetable: [] });
    await makeOffers(service);
    expect(await statusesNow(service, [waiting])).toEqual(['offered']);
  });

  it('gives the class of the two that is booked first where classes of two services meet', async () => {
    const timetable = [{ day: 'monday', start: '11:30', providerId: ana }];
    const pilates = await aService(service.admin, { ...YOGA, startsAt: 'schedule', timetable });
    expect([await timesOf(MONDAY, yoga), await timesOf(MONDAY, pilates)]).toEqual([['11:00'], ['11:30']]);
    await anAppointment(service.admin, ana, pilates, { start: '11:30' });
    expect(await timesOf(MONDAY, yoga)).toEqual([]);
  });

  it('works in the time of a class on a date without it because of special hours', async () => {
    const schedule = [
      { day: 'monday', start: '22:00', end: '24:00' },
      { day: 'tuesday', start: '00:00', end: '04:00' },
    ];
    await service.admin.put('/business-hours', { workStart: '00:00', workEnd: '24:00' });
    await service.admin.patch(`/providers/${ana}`, { schedule });
    await change({ timetable: [{ day: 'monday', start: '23:30', providerId: ana }] });
    expect(await timesOf(TUESDAY)).toEqual(['01:00', '02:00', '03:00']);
    await service.admin.put(`/providers/${ana}/special-hours/${MONDAY}`, { hours: [] });
    expect(await timesOf(TUESDAY)).toEqual(['00:00', '01:00', '02:00', '03:00']);
    await service.admin.put('/business-hours', { workStart: '09:00', workEnd: '17:00' });
  });

  describe('in the list of sessions', () => {
    const sessions = async (query = '', to = MONDAY) => {
      const all = await get(`/sessions?from=${MONDAY}&to=${to}${query}`);
      return all.filter(({ serviceId }: { serviceId: number }) => serviceId === yoga);
    };

    it('has an empty class while it can be booked, and then its bookings', async () => {
      const [empty] = await sessions();
      expect(empty).toEqual({
        ...{ providerId: ana, serviceId: yoga, capacity: 8 },
        ...{ start: `${MONDAY}T11:00:00Z`, end: `${MONDAY}T12:00:00Z` },
        ...{ seatsTaken: 0, seatsLeft: 8, appointmentIds: [] },
      });
      const { id } = await anAppointment(service.admin, ana, yoga, { start: '11:00', seats: 3 });
      expect(await sessions()).toEqual([{ ...empty, seatsTaken: 3, seatsLeft: 5, appointmentIds: [id] }]);
    });

    it('has the classes of the range in the order of time, of the provider and the service that are named', async () => {
      const ben = await aProvider(service.admin);
      const at = (day: string, start: string, providerId: number) => ({ day, start, providerId });
      const timetable = [at('monday', '11:00', ana), at('monday', '09:00', ben), at('friday', '09:00', ben)];
      await change({ providerIds: [ana, ben], timetable });
      const starts = async (query: string) =>
        (await sessions(query, NEXT_MONDAY)).map(({ start }: { start: string }) => start.slice(5, 16));
      expect(await starts('')).toEqual([
        ...['11-23T09:00', '11-23T11:00', '11-27T09:00', '11-30T09:00', '11-30T11:00'],
      ]);
      expect(await starts(`&providerId=${ana}&serviceId=${yoga}`)).toEqual(['11-23T11:00', '11-30T11:00']);
      expect(await starts(`&serviceId=${massage}`)).toEqual([]);
    });

    it('has no class that cannot be booked', async () => {
      await service.admin.post(`/providers/${ana}/time-off`, { start: MONDAY, end: MONDAY });
      expect(await sessions()).toEqual([]);
    });

    it('has no class of one seat, nor one that is over', async () => {
      await change({ capacity: 1 });
      expect(await sessions()).toEqual([]);
      await change({ capacity: 8 });
      service.clock.set(`${MONDAY}T11:00:01Z`);
      expect(await sessions()).toEqual([]);
      service.clock.set('2026-11-20T12:00:00Z');
    });
  });
});
