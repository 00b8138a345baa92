import { Client } from 'pg';
import { MINUTE_MS } from '../../src/platform/time/units';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import {
  bookAll,
  dropTheLocks,
  type Pair,
  startPair,
  startPairDetectingDeadlocksSoon,
  stopPair,
  trustOnlyTheConstraints,
} from './support/pair';

/** Resolves once a statement in this database waits for a lock. */
async function untilStatementWaits(client: Client): Promise<'waits'> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  for (let attempt = 0; attempt < 10_000; attempt++)
    if ((await client.query(waiting)).rowCount !== 0) return 'waits';
  throw new Error('no statement waits for a lock');
}

async function expectOneWinner(pair: Pair): Promise<void> {
  const providerId = await aProvider(pair.one.admin);
  const serviceId = await aService(pair.one.admin);
  const answers = await bookAll(
    pair,
    Array.from({ length: 64 }, () => aBooking(providerId, serviceId)),
  );
  const lost = answers.filter(({ status }) => status === 422);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(lost).toHaveLength(63);
  expect(new Set(lost.map(({ body }) => body.error.details.reason))).toEqual(new Set(['slot_taken']));
  expect(new Set(lost.map(({ body }) => body.error.details.alternatives[0].time))).toEqual(
    new Set(['10:30']),
  );
  expect(
    await pair.one.query('select 1 from appointments where provider_id = $1', [providerId]),
  ).toHaveLength(1);
}

/** Sends 200 bookings that start a minute apart and last 20 minutes, with buffers of 10 and 5 minutes. Most of them overlap. */
async function expectDisjoint(pair: Pair): Promise<void> {
  const providerId = await aProvider(pair.one.admin);
  const serviceId = await aService(pair.one.admin, {
    durationMin: 20,
    bufferBeforeMin: 10,
    bufferAfterMin: 5,
  });
  const bookings = Array.from({ length: 200 }, (_, index) => {
    const minute = (index * 37) % 200;
    const start = `${String(10 + Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
    return aBooking(providerId, serviceId, { date: MONDAY, start });
  });
  const answers = await bookAll(pair, bookings);
  const booked = answers
    .filter(({ status }) => status === 201)
    .map(({ body }) => Date.parse(body.data.start));
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 201 && status !== 422)).toEqual([]);
  const gaps = booked
    .sort((a, b) => a - b)
    .map((start, index) => (start - (booked[index - 1] ?? -Infinity)) / MINUTE_MS);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(35);
  expect(booked.length).toBeGreaterThanOrEqual(3);
  expect(
    await pair.one.query('select 1 from appointments where provider_id = $1', [providerId]),
  ).toHaveLength(booked.length);
}

describe('Two instances', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPair();
  });

  afterAll(() => stopPair(pair));

  it('accept exactly one of 64 simultaneous bookings of one slot', async () => {
    await expectOneWinner(pair);
  });

  it('accept no overlapping appointments when 200 bookings partly overlap, buffers included', async () => {
    await expectDisjoint(pair);
  });

  it('make a booking wait for another writer that has locked the provider', async () => {
    const { admin, databaseUrl } = pair.one;
    const [providerId, serviceId] = [await aProvider(admin), await aService(admin)];
    const writer = new Client({ connectionString: databaseUrl });
    await writer.connect();
    await writer.query('begin');
    await writer.query('select from providers where id = $1 for no key update', [providerId]);
    const booking = admin.post('/appointments', aBooking(providerId, serviceId));
    const first = await Promise.race([booking.then(() => 'is answered'), untilStatementWaits(writer)]);
    await writer.query('commit');
    await writer.end();
    expect([first, (await booking).status]).toEqual(['waits', 201]);
  });
});

describe('Two instances without the check of the application', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPairDetectingDeadlocksSoon();
    trustOnlyTheConstraints(pair);
  });

  afterAll(() => stopPair(pair));

  // This test keeps the lock: without it, many overlapping inserts can spend a minute in deadlocks (docs/contributing/adr/0002).
  it('accept no overlapping appointments when 200 bookings partly overlap, buffers included', async () => {
    await expectDisjoint(pair);
  });

  it('accept exactly one of 64 simultaneous bookings of one slot, even without the lock of the provider', async () => {
    dropTheLocks(pair);
    await expectOneWinner(pair);
  });
});

describe('An instance without the exclusion constraint', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await service.query('alter table claims drop constraint claims_no_overlap');
  });

  afterAll(() => service.stop());

  it('refuses to book, move or reactivate an appointment when its time is taken', async () => {
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const book = (start: string) =>
      service.admin.post('/appointments', aBooking(providerId, serviceId, { start }));
    const freed = (await book('10:00')).body.data.id;
    await service.admin.patch(`/appointments/${freed}/status`, { status: 'cancelled' });
    const moving = (await book('11:00')).body.data.id;
    expect((await book('10:15')).status).toBe(201);
    const refused = [
      await book('10:30'),
      await service.admin.patch(`/appointments/${moving}`, { start: '10:30' }),
      await service.admin.patch(`/appointments/${freed}/status`, { status: 'confirmed' }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.details.reason])).toEqual(
      refused.map(() => [422, 'slot_taken']),
    );
  });
});
