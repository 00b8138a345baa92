import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import type { Answer } from '../../support/api-client';
import { startTestService, type TestService } from '../../support/test-service';

const TUESDAY = '2026-11-24';

describe('The team of a booking', () => {
  let service: TestService;
  let serviceId: number;
  /** Two who give the service, and three who help. */
  let leaders: [number, number];
  let helpers: [number, number, number];

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    leaders = [await aProvider(admin), await aProvider(admin)];
    helpers = [await aProvider(admin), await aProvider(admin), await aProvider(admin)];
    for (const id of helpers) await admin.patch(`/providers/${id}`, { serviceIds: [] });
    serviceId = await aService(admin, {
      durationMin: 60,
      bufferAfterMin: 15,
      team: [{ providerIds: [helpers[0], helpers[1]], count: 1 }],
    });
  });

  beforeEach(async () => {
    await service.query('delete from appointments');
    await service.query('delete from holds');
    await service.query('delete from time_off');
  });

  afterAll(() => service.stop());

  const book = (providerId: number, members: object = {}) =>
    service.admin.post('/appointments', aBooking(providerId, serviceId, members));
  const patch = (id: unknown, body: object) => service.admin.patch(`/appointments/${String(id)}`, body);
  const outcome = ({ status, body }: Answer) => (status < 300 ? body.data.team : body.error.details.reason);
  const slotsOf = async (providerId: number, query = '') => {
    const path = `/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${MONDAY}${query}`;
    return (await service.admin.get(path)).body.data.map(({ time }: { time: string }) => time);
  };
  const timeOff = (id: number, from: string, to: string) =>
    service.admin.post(`/providers/${id}/time-off`, { start: `${MONDAY}T${from}Z`, end: `${MONDAY}T${to}Z` });

  it('is the one who is booked the least on that date, then the one with the lowest id', async () => {
    const first = await book(leaders[0]);
    expect(outcome(first)).toEqual([helpers[0]]);
    expect(outcome(await book(leaders[0], { start: '13:00' }))).toEqual([helpers[1]]);
    expect(outcome(await book(leaders[0], { start: '15:00' }))).toEqual([helpers[0]]);
    expect(outcome(await book(leaders[0], { date: TUESDAY }))).toEqual([helpers[0]]);
    const read = await service.admin.get(`/appointments/${String(first.body.data.id)}`);
    expect(read.body.data).toEqual(first.body.data);
  });

  describe('at a place', () => {
    const placed = async (members: object) =>
      (await service.admin.post('/locations', { name: 'Place', ...members })).body.data.id as number;
    const at = (locationId: number, start: string, providerId = leaders[0]) =>
      book(providerId, { locationId, start });
    const longHours = { hours: [{ day: 'monday', start: '06:00', end: '20:00' }] };

    it('is at work by the hours of the place, by its special hours and closures, and on its clock', async () => {
      const [longer, special] = [await placed(longHours), await placed({})];
      const evening = { hours: [{ start: '18:00', end: '20:00' }], locationId: special };
      await service.admin.put(`/special-hours/${MONDAY}`, evening);
      const abroad = await placed({ timezone: 'Asia/Tokyo' });
      expect(outcome(await at(longer, '06:00'))).toEqual([helpers[0]]);
      expect(outcome(await at(special, '18:30'))).toEqual([helpers[1]]);
      expect(outcome(await at(abroad, '09:00'))).toEqual([helpers[0]]);
      const closes = { start: `${MONDAY}T07:30:00Z`, end: `${MONDAY}T08:30:00Z`, locationId: longer };
      await service.admin.post('/closures', closes);
      const times = await slotsOf(leaders[1], `&locationId=${longer}`);
      expect(times.slice(0, 2)).toEqual(['06:00', '08:30']);
    });

    it('is completed by who is at work there, when the appointment comes back', async () => {
      const longer = await placed(longHours);
      const first = await at(longer, '06:00');
      await patch(first.body.data.id, { status: 'cancelled' });
      expect(outcome(await at(longer, '06:00', leaders[1]))).toEqual([helpers[0]]);
      expect(outcome(await patch(first.body.data.id, { status: 'confirmed' }))).toEqual([helpers[1]]);
    });
  });

  it('runs out: the time is refused, and not offered', async () => {
    await book(leaders[0]);
    await timeOff(helpers[1], '09:00', '12:00');
    expect(outcome(await book(leaders[1]))).toBe('team_unavailable');
    // The buffer after 11:00 keeps the helper until 11:15, and one that begins at 09:00 would need the helper until 10:15.
    expect(await slotsOf(leaders[1])).toEqual(['12:00', '13:00', '14:00', '15:00', '16:00']);
    const checked = await service.admin.post('/availability/check', {
      ...{ providerId: leaders[1], serviceId, date: MONDAY, start: '11:00' },
    });
    expect(checked.body.data).toMatchObject({ available: false, reason: 'team_unavailable', conflicts: [] });
    const any = await service.admin.get(
      `/availability/slots?serviceId=${serviceId}&anyProvider=true&date=${MONDAY}`,
    );
    expect(any.body.data.map(({ time }: { time: string }) => time)).toContain('12:00');
    expect(any.body.data.map(({ time }: { time: string }) => time)).not.toContain('11:00');
  });

  it('is needed with ignoreSchedule, too, but need not be at work', async () => {
    for (const id of [helpers[0], helpers[1]]) await timeOff(id, '09:00', '17:00');
    expect(outcome(await book(leaders[0]))).toBe('team_unavailable');
    expect(outcome(await book(leaders[0], { ignoreSchedule: true }))).toEqual([helpers[0]]);
    expect(outcome(await book(leaders[1], { ignoreSchedule: true }))).toEqual([helpers[1]]);
    const third = await aProvider(service.admin);
    expect(outcome(await book(third, { ignoreSchedule: true }))).toBe('team_unavailable');
  });

  it('cannot give or help with another booking meanwhile', async () => {
    const other = await aService(service.admin, { durationMin: 60, providerIds: [helpers[0]] });
    expect(outcome(await book(leaders[0]))).toEqual([helpers[0]]);
    const refused = await service.admin.post('/appointments', aBooking(helpers[0], other));
    expect(outcome(refused)).toBe('slot_taken');
    const path = `/availability/slots?serviceId=${other}&providerId=${helpers[0]}&date=${MONDAY}`;
    const times = (await service.admin.get(path)).body.data.map(({ time }: { time: string }) => time);
    expect(times).toEqual(['09:00', '12:00', '13:00', '14:00', '15:00', '16:00']);
    await service.admin.post('/appointments', aBooking(helpers[1], other, { start: '14:00' }));
  });

  it('moves with the appointment, and keeps who is free', async () => {
    const { id } = (await book(leaders[0])).body.data;
    await book(leaders[1], { start: '13:00' });
    // The first helper is free at 11:00, and the second one at 10:00 and 11:00.
    expect(outcome(await patch(id, { start: '11:00' }))).toEqual([helpers[0]]);
    expect(outcome(await patch(id, { start: '10:15' }))).toEqual([helpers[0]]);
    await timeOff(helpers[0], '15:00', '16:00');
    expect(outcome(await patch(id, { start: '15:00' }))).toEqual([helpers[1]]);
    expect(await slotsOf(leaders[1])).toContain('10:00');
  });

  it('is freed by a cancellation, and taken again as far as it is free', async () => {
    const { id } = (await book(leaders[0])).body.data;
    expect(outcome(await patch(id, { status: 'cancelled' }))).toEqual([helpers[0]]);
    expect(outcome(await book(leaders[1]))).toEqual([helpers[0]]);
    expect(outcome(await patch(id, { status: 'confirmed' }))).toEqual([helpers[1]]);
    await patch(id, { status: 'cancelled' });
    const third = await aProvider(service.admin);
    expect(outcome(await book(third))).toEqual([helpers[1]]);
    expect(outcome(await patch(id, { status: 'confirmed' }))).toBe('team_unavailable');
    expect((await service.admin.get(`/appointments/${String(id)}`)).body.data.status).toBe('cancelled');
    await service.query('delete from appointments where provider_id = $1', [third]);
    expect(outcome(await patch(id, { status: 'confirmed' }))).toEqual([helpers[1]]);
  });

  it('is chosen anew when a helper gets the appointment', async () => {
    const { id } = (await book(leaders[0])).body.data;
    await service.admin.patch(`/providers/${helpers[0]}`, { serviceIds: null });
    expect(outcome(await patch(id, { providerId: helpers[0] }))).toEqual([helpers[1]]);
    await service.admin.patch(`/providers/${helpers[0]}`, { serviceIds: [] });
  });

  it('is taken by a hold, and booked with it', async () => {
    const held = await service.admin.post('/holds', {
      ...{ providerId: leaders[0], serviceId, date: MONDAY, start: '10:00' },
    });
    expect(held.body.data.team).toEqual([helpers[0]]);
    expect(outcome(await book(leaders[1]))).toEqual([helpers[1]]);
    const { name, email } = { name: 'Mia Keller', email: 'mia@example.com' };
    const booked = await service.admin.post('/appointments', { name, email, holdId: held.body.data.id });
    expect(outcome(booked)).toEqual([helpers[0]]);
    expect(await service.query('select from claims where provider_id = any ($1)', [helpers])).toHaveLength(2);
  });

  it('is free again at the moment at which the hold expires', async () => {
    const what = { providerId: leaders[0], serviceId, date: MONDAY, start: '10:00', ttlSec: 60 };
    await service.admin.post('/holds', what);
    await timeOff(helpers[1], '09:00', '12:00');
    expect(outcome(await book(leaders[1]))).toBe('team_unavailable');
    service.clock.advance(60_000);
    expect(outcome(await book(leaders[1]))).toEqual([helpers[0]]);
  });

  it('of a group session is taken once, by all who are in it', async () => {
    const yoga = await aService(service.admin, {
      durationMin: 60,
      capacity: 3,
      team: [{ providerIds: helpers, count: 2 }],
    });
    const join = async (seats: number, providerId = leaders[0]) =>
      outcome(await service.admin.post('/appointments', aBooking(providerId, yoga, { seats })));
    expect(await join(1)).toEqual([helpers[0], helpers[1]]);
    expect(await join(2)).toEqual([helpers[0], helpers[1]]);
    expect(await join(1)).toBe('session_full');
    expect(await join(1, leaders[1])).toBe('team_unavailable');
    const [first] = (await service.admin.get(`/appointments?serviceId=${yoga}`)).body.data as {
      id: number;
    }[];
    await patch(first?.id, { status: 'cancelled' });
    expect(await join(1, leaders[1])).toBe('team_unavailable');
    expect(await join(1)).toEqual([helpers[0], helpers[1]]);
  });

  it('of a session belongs to its leader: a helper who offers the class has a session of its own', async () => {
    const team = [{ providerIds: [helpers[0]], count: 1 }];
    const yoga = await aService(service.admin, { durationMin: 60, capacity: 3, team });
    const [leader] = leaders;
    await service.admin.patch(`/providers/${helpers[0]}`, { serviceIds: null });
    expect(outcome(await service.admin.post('/appointments', aBooking(leader, yoga)))).toEqual([helpers[0]]);
    const other = await service.admin.post('/appointments', aBooking(helpers[0], yoga));
    expect(outcome(other)).toBe('slot_taken');
    await service.admin.patch(`/providers/${helpers[0]}`, { serviceIds: [] });
  });

  it('stays with an appointment whose service needs no team any more, until it moves', async () => {
    const team = [{ providerIds: [helpers[2]], count: 1 }];
    const short = await aService(service.admin, { team });
    const booked = await service.admin.post('/appointments', aBooking(leaders[0], short));
    await service.admin.patch(`/services/${short}`, { team: [] });
    expect(outcome(await patch(booked.body.data.id, { notes: 'Bring tea' }))).toEqual([helpers[2]]);
    expect(outcome(await patch(booked.body.data.id, { start: '11:00' }))).toEqual([]);
    expect(await service.query('select from claims where provider_id = $1', [helpers[2]])).toEqual([]);
  });
});
