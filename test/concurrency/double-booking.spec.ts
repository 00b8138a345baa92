import { AvailabilityService } from '../../src/availability/availability.service';
import { MINUTE_MS, occupied, toInstant } from '../../src/availability/engine';
import { ProviderLock } from '../../src/providers/provider-lock';
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
});

describe('double booking with the constraint alone', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPair();
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
