import { setTimeout as wait } from 'node:timers/promises';
import { Decisions } from '../../../src/booking/diary/decisions/decisions';
import { occupied, type Placement } from '../../../src/booking/engine';
import { ResourceLock } from '../../../src/booking/diary/locks/resource-lock';
import { ProviderLock } from '../../../src/business/providers/provider-lock';
import { MINUTE_MS } from '../../../src/platform/time/units';
import { toInstant } from '../../../src/platform/time/zones/wall-clock';
import type { Answer } from '../../support/api-client';
import { query } from '../../support/database/query';
import { superuserUrlOf } from '../../support/database/superuser';
import { startTestService, type TestService } from '../../support/test-service';

/** Claims of one provider or resource that overlap, where no service has seats. */
const OVERLAPPING = `
  select from claims a join claims b on a.id < b.id and a.busy && b.busy
  where a.provider_id = b.provider_id or a.resource_id = b.resource_id`;

/** Two instances of the service on one database. */
export interface Pair {
  readonly one: TestService;
  readonly other: TestService;
  /** Has the database. */
  readonly owner: TestService;
}

export async function startPair(): Promise<Pair> {
  const one = await startTestService();
  return { owner: one, one, other: await startTestService({ databaseUrl: one.databaseUrl }) };
}

export async function stopPair({ owner, one, other }: Pair): Promise<void> {
  await other.stop();
  if (one !== owner) await one.stop();
  await owner.stop();
}

/**
 * Starts a pair for which PostgreSQL looks for deadlocks after 20 ms rather than a second, so that dozens of them in a row do not
 * take a minute. The setting applies to new connections only, hence to instances that start after it.
 */
export async function startPairDetectingDeadlocksSoon(): Promise<Pair> {
  const owner = await startTestService();
  const { databaseUrl } = owner;
  await query(
    superuserUrlOf(databaseUrl),
    `do $$ begin execute format('alter database %I set deadlock_timeout = 20', current_database()); end $$`,
  );
  return {
    owner,
    one: await startTestService({ databaseUrl }),
    other: await startTestService({ databaseUrl }),
  };
}

/** Disables the locks of providers and resources, so that all writers reach the constraints at once. */
export function dropTheLocks({ one, other }: Pair): void {
  for (const { app } of [one, other]) {
    jest.spyOn(app.get(ProviderLock), 'take').mockResolvedValue(new Map());
    jest.spyOn(app.get(ProviderLock), 'takeFor').mockResolvedValue(new Map());
    jest.spyOn(app.get(ResourceLock), 'take').mockResolvedValue();
  }
}

/**
 * Disables the check of the application: it finds every start bookable.
 * @param taking what a booking takes besides the time of its provider
 */
export function trustOnlyTheConstraints({ one, other }: Pair, taking: Partial<Placement> = {}): void {
  for (const instance of [one, other]) findBookable(instance, taking);
}

function findBookable({ app }: TestService, taking: Partial<Placement>): void {
  const availability = app.get(Decisions);
  const decide = availability.decide.bind(availability);
  jest.spyOn(availability, 'decide').mockImplementation(async (candidate, tx) => {
    const decision = await decide(candidate, tx);
    const start =
      typeof candidate.start === 'number' ? candidate.start : toInstant(candidate.start, 'UTC').instant;
    const end = start + decision.service.durationMin * MINUTE_MS;
    const busy = occupied(decision.service, { start, end });
    const placement = { busy, session: null, seats: null, resourceIds: [], team: [], ...taking };
    const { locationId = null } = candidate;
    const zone = decision.timeZone;
    return { ...decision, verdict: { bookable: true, start, end, zone, locationId, placement } };
  });
}

/** Expects that nothing is taken twice, where no service has seats. */
export async function expectNoOverlap({ one }: Pair): Promise<void> {
  expect(await one.query(OVERLAPPING)).toEqual([]);
}

/** Sends all bookings at once, alternately to the two instances. */
export function bookAll({ one, other }: Pair, bookings: readonly object[]): Promise<Answer[]> {
  return Promise.all(bookings.map((body, index) => bookOnce(index % 2 === 0 ? one : other, body)));
}

/**
 * Repeats a booking that is answered 503, as the answer asks: on a busy machine some of a hundred simultaneous requests wait too
 * long for one of the ten connections.
 */
export async function bookOnce({ admin }: TestService, body: object): Promise<Answer> {
  for (;;) {
    const answer = await admin.post('/appointments', body);
    if (answer.status !== 503) return answer;
    await wait(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
  }
}
