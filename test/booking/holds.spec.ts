import { HoldSweep } from '../../src/booking/holds/hold-sweep';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

describe('A hold', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin, { durationMin: 30, price: 40 });
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
  });

  afterAll(() => service.stop());

  const aHold = (members: object = {}) => ({
    providerId,
    serviceId,
    date: MONDAY,
    start: '10:00',
    ...members,
  });
  const hold = async (members: object = {}) => {
    const answer = await service.admin.post('/holds', aHold(members));
    expect(answer.status).toBe(201);
    return answer.body.data;
  };
  const customer = { name: 'Mia Keller', email: 'mia@example.com' };
  const book = (members: object) => service.admin.post('/appointments', { ...customer, ...members });
  const reasonOf = (answer: { status: number; body: { error?: { details?: { reason?: string } } } }) => [
    answer.status,
    answer.body.error?.details?.reason,
  ];
  const offered = async () => {
    const slots = await service.admin.get(
      `/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${MONDAY}`,
    );
    return slots.body.data.map(({ time }: { time: string }) => time);
  };

  it('shows what it keeps and until when', async () => {
    const data = await hold();
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      providerId,
      serviceId,
      start: `${MONDAY}T10:00:00Z`,
      end: `${MONDAY}T10:30:00Z`,
      durationMin: null,
      localStart: `${MONDAY}T10:00`,
      timezone: 'UTC',
      seats: 1,
      resources: [],
      team: [],
      locationId: null,
      apiKeyId: expect.any(Number),
      expiresAt: '2026-11-20T08:10:00Z',
      createdAt: '2026-11-20T08:00:00Z',
    });
    expect((await service.admin.get(`/holds/${data.id}`)).body.data).toEqual(data);
    expect((await service.admin.get('/holds?length=100')).body.data).toContainEqual(data);
  });

  it('keeps its time from others while it lives', async () => {
    await hold();
    expect(await offered()).not.toContain('10:00');
    const refused = await book({ providerId, serviceId, date: MONDAY, start: '10:00' });
    expect(reasonOf(refused)).toEqual([422, 'slot_taken']);
    expect(reasonOf(await service.admin.post('/holds', aHold()))).toEqual([422, 'slot_taken']);
  });

  it('is booked with holdId alone', async () => {
    const { id } = await hold();
    const booked = await book({ holdId: id });
    expect(booked.status).toBe(201);
    expect(booked.body.data).toMatchObject({ providerId, serviceId, start: `${MONDAY}T10:00:00Z` });
    expect((await service.admin.get(`/holds/${id}`)).status).toBe(404);
    expect(reasonOf(await book({ holdId: id }))).toEqual([422, 'hold_expired']);
    expect(await offered()).not.toContain('10:00');
  });

  it('frees its time when it is released', async () => {
    const { id } = await hold();
    expect((await service.admin.delete(`/holds/${id}`)).body.data).toEqual({ id, deleted: true });
    expect((await service.admin.delete(`/holds/${id}`)).status).toBe(404);
    expect(await offered()).toContain('10:00');
  });

  it('ends at its moment, with no job having run', async () => {
    const { id } = await hold({ ttlSec: 60 });
    service.clock.advance(59_999);
    expect(await offered()).not.toContain('10:00');
    service.clock.advance(1);
    expect(await offered()).toContain('10:00');
    expect((await service.admin.get(`/holds/${id}`)).status).toBe(404);
    expect(reasonOf(await book({ holdId: id }))).toEqual([422, 'hold_expired']);
    expect((await book({ providerId, serviceId, date: MONDAY, start: '10:00' })).status).toBe(201);
  });

  it('of an unknown id is expired, and what is no UUID is not valid', async () => {
    expect(reasonOf(await book({ holdId: UNKNOWN }))).toEqual([422, 'hold_expired']);
    const answer = await book({ holdId: 'soon' });
    expect([answer.status, answer.body.error.details]).toEqual([422, { holdId: 'must be a UUID' }]);
    expect((await service.admin.get('/holds/soon')).status).toBe(404);
  });

  it('is booked although its service and the hours have changed meanwhile', async () => {
    const otherService = await aService(service.admin);
    const { id } = await hold({ serviceId: otherService });
    await service.admin.delete(`/services/${otherService}`);
    await service.admin.post('/closures', { start: MONDAY, end: MONDAY });
    const booked = await book({ holdId: id });
    await service.query('delete from closures');
    expect(booked.status).toBe(201);
  });

  it.each<[string, object]>([
    ['providerId', { providerId: 1 }],
    ['serviceId', { serviceId: 2_000 }],
    ['seats', { seats: 2 }],
    ['locationId', { locationId: 5 }],
    ['resourceIds', { resourceIds: [3] }],
    ['start', { date: MONDAY, start: '10:15' }],
    ['date', { date: '2026-11-24' }],
  ])('is not booked with another %s', async (member, members) => {
    const { id } = await hold();
    const answer = await book({ holdId: id, ...members });
    expect([answer.status, answer.body.error.code, answer.body.error.details]).toEqual([
      422,
      'VALIDATION_ERROR',
      { [member]: 'is not what is held' },
    ]);
    expect((await service.admin.get(`/holds/${id}`)).status).toBe(200);
  });

  it('may be named together with what it holds', async () => {
    const { id, start } = await hold();
    const same = { providerId, serviceId, seats: 1, locationId: null, resourceIds: [], start };
    expect((await book({ holdId: id, ...same })).status).toBe(201);
  });

  it('is refused like a booking', async () => {
    const answer = await service.admin.post('/holds', aHold({ date: '2026-11-22' }));
    expect(reasonOf(answer)).toEqual([422, 'outside_working_hours']);
    expect(answer.body.error.details.alternatives).toHaveLength(3);
  });

  it('is one of at most 100 of a key', async () => {
    const [first, second] = [await service.keyOf(1), await service.keyOf(1)];
    const client = service.withKey(first.key);
    const times = Array.from({ length: 101 }, (_, index) => {
      const minute = 540 + (index % 16) * 30;
      const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${minute % 60 === 0 ? '00' : '30'}`;
      return { date: `2026-12-${String(1 + Math.floor(index / 16)).padStart(2, '0')}`, start: time };
    });
    const weekdays = times.map(({ date, start }) => ({
      date: date.replace('12-05', '12-10').replace('12-06', '12-11'),
      start,
    }));
    const answers = [];
    for (const time of weekdays) answers.push(await client.post('/holds', aHold(time)));
    expect(answers.slice(0, 100).map(({ status }) => status)).toEqual(Array(100).fill(201));
    expect(answers.slice(100).map(reasonOf)).toEqual([[422, 'too_many_holds']]);
    expect((await service.withKey(second.key).post('/holds', aHold(weekdays[100]))).status).toBe(201);
    service.clock.advance(600_000);
    expect((await client.post('/holds', aHold(weekdays[100]))).status).toBe(201);
  });

  it('leaves its claims to the next booking in their way, which deletes them', async () => {
    await hold({ ttlSec: 60 });
    service.clock.advance(60_000);
    await service.admin.post('/appointments', aBooking(providerId, serviceId));
    const claims = await service.query('select expires_at from claims where provider_id = $1', [providerId]);
    expect(claims).toEqual([{ expires_at: null }]);
  });

  it('is deleted by the worker once it has expired', async () => {
    const { id } = await hold({ ttlSec: 60 });
    const { id: living } = await hold({ start: '11:00', ttlSec: 120 });
    service.clock.advance(60_000);
    await service.app.get(HoldSweep).run();
    const left = await service.query('select token from holds where token = any ($1)', [[id, living]]);
    expect(left).toEqual([{ token: living }]);
  });
});
