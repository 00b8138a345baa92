import { Client } from 'pg';
import { AvailabilityService } from '../../src/booking/availability/availability.service';
import { occupied } from '../../src/booking/availability/engine';
import { MINUTE_MS } from '../../src/platform/time/local-date';
import { toInstant } from '../../src/platform/time/wall-clock';
import { ProviderLock } from '../../src/business/providers/provider-lock';
import type { Answer } from '../support/api-client';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

/** Two instances of the service on one database. */
interface Pair {
  readonly one: TestService;
  readonly other: TestService;
}

async function startPair(): Promise<Pair> {
  const one = await startTestService();
  return { one, other: await startTestService({ databaseUrl: one.databaseUrl }) };
}

async function stopPair({ one, other }: Pair): Promise<void> {
  await other.stop();
  await one.stop();
}

/** Deadlocks end after 20 ms rather than a second: dozens of them, one after the other, are not to take a minute. */
async function endDeadlocksSoon({ one }: Pair): Promise<void> {
  await one.query(
    `do $$ begin execute format('alter database %I set deadlock_timeout = 20', current_database()); end $$`,
  );
  // Only new connections have it.
  await one.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
}

/** Takes the queue before a provider away: writers meet at the constraint all at once. */
function dropTheLock({ app }: TestService): void {
  jest.spyOn(app.get(ProviderLock), 'take').mockResolvedValue(new Map());
}

/** Switches the application's own check off: every start is said to be bookable. */
function trustOnlyTheConstraint({ app }: TestService): void {
  const availability = app.get(AvailabilityService);
  const decide = availability.decide.bind(availability);
  jest.spyOn(availability, 'decide').mockImplementation(async (booking, question, tx) => {
    const decision = await decide(booking, question, tx);
    const start =
      typeof question.start === 'number' ? question.start : toInstant(question.start, 'UTC').instant;
    const end = start + decision.service.durationMin * MINUTE_MS;
    return {
      ...decision,
      verdict: { bookable: true, start, end, busy: occupied(decision.service, { start, end }) },
    };
  });
}

/** Sends all bookings at once, by turns to the two instances. */
function bookAll({ one, other }: Pair, bookings: readonly object[]): Promise<Answer[]> {
  return Promise.all(
    bookings.map((body, index) => (index % 2 === 0 ? one : other).admin.post('/appointments', body)),
  );
}

/** Resolves once a statement in this database waits for a row that another transaction has. */
async function somebodyWaits(client: Client): Promise<'waits'> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  for (let asked = 0; asked < 10_000; asked++)
    if ((await client.query(waiting)).rowCount !== 0) return 'waits';
  throw new Error('nobody waits');
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

/** 200 bookings that begin a minute apart and take 20, with 10 minutes before and 5 after: most stand in each other's way. */
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
  expect(answers.filter(({ status }) => status !== 201 && status !== 422)).toEqual([]);
  const gaps = booked
    .sort((a, b) => a - b)
    .map((start, index) => (start - (booked[index - 1] ?? -Infinity)) / MINUTE_MS);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(35);
  expect(booked.length).toBeGreaterThanOrEqual(3);
  expect(
    await pair.one.query('select 1 from appointments where provider_id = $1', [providerId]),
  ).toHaveLength(booked.length);
}

describe('double booking through two instances', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPair();
  });

  afterAll(() => stopPair(pair));

  it('lets exactly one of 64 clients have a slot', async () => {
    await expectOneWinner(pair);
  });

  it('keeps 200 partly overlapping bookings apart, buffers included', async () => {
    await expectDisjoint(pair);
  });

  it('lets a booking wait for the writer who has the provider', async () => {
    const { admin, databaseUrl } = pair.one;
    const [providerId, serviceId] = [await aProvider(admin), await aService(admin)];
    const writer = new Client({ connectionString: databaseUrl });
    await writer.connect();
    await writer.query('begin');
    await writer.query('select from providers where id = $1 for no key update', [providerId]);
    const booking = admin.post('/appointments', aBooking(providerId, serviceId));
    const first = await Promise.race([booking.then(() => 'is answered'), somebodyWaits(writer)]);
    await writer.query('commit');
    await writer.end();
    expect([first, (await booking).status]).toEqual(['waits', 201]);
  });
});

describe('double booking with the constraint alone', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPair();
    await endDeadlocksSoon(pair);
    trustOnlyTheConstraint(pair.one);
    trustOnlyTheConstraint(pair.other);
  });

  afterAll(() => stopPair(pair));

  // With the lock: without it, a crowd of overlapping inserts can spend a minute in deadlocks (docs/adr/0002).
  it('keeps 200 partly overlapping bookings apart, buffers included', async () => {
    await expectDisjoint(pair);
  });

  it('lets exactly one of 64 clients have a slot, even without the lock', async () => {
    dropTheLock(pair.one);
    dropTheLock(pair.other);
    await expectOneWinner(pair);
  });
});

describe('double booking with the application alone', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await service.query('alter table appointments drop constraint appointments_no_overlap');
  });

  afterAll(() => service.stop());

  it('refuses to book, to move to and to re-activate in a time that is taken', async () => {
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
