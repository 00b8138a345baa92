import type { Placement } from '../../src/booking/engine';
import type { ApiClient } from '../support/api-client';
import { aBooking, aProvider, aService, anAppointment, MONDAY } from '../support/builders';
import { expectSuccessOrRefusal, reasonsOf, succeeded } from './support/answers';
import {
  bookAll,
  bookOnce,
  dropTheLocks,
  expectNoOverlap,
  type Pair,
  startPair,
  startPairDetectingDeadlocksSoon,
  stopPair,
  trustOnlyTheConstraints,
} from './support/pair';

/** What bookings of several providers share. */
interface Shared {
  readonly one: string;
  readonly two: string;
  /** Creates so many of them. @returns their ids */
  make(admin: ApiClient, count: number): Promise<number[]>;
  /** The members of a service that needs one of them. */
  neededOne(ids: readonly number[]): object;
  /** What a booking takes with one of them. */
  taking(id: number): Partial<Placement>;
  /** Why the check refuses a booking that lacks one, and why the constraint refuses it: that of providers knows no helper. */
  readonly reason: string;
  readonly reasonOfConstraint: string;
}

const ROOMS: Shared = {
  one: 'A room',
  two: 'Two rooms',
  make: (admin, count) => inTurn(count, () => aRoom(admin)),
  neededOne: () => ({ resources: [{ kind: 'room', quantity: 1 }] }),
  taking: (id) => ({ resourceIds: [id] }),
  reason: 'resource_unavailable',
  reasonOfConstraint: 'resource_unavailable',
};
const HELPERS: Shared = {
  one: 'A helper',
  two: 'Two helpers',
  make: (admin, count) => inTurn(count, () => aProvider(admin)),
  neededOne: (providerIds) => ({ team: [{ providerIds, count: 1 }] }),
  taking: (id) => ({ team: [id] }),
  reason: 'team_unavailable',
  reasonOfConstraint: 'slot_taken',
};

async function inTurn(count: number, make: () => Promise<number>): Promise<number[]> {
  const ids = [];
  while (ids.length < count) ids.push(await make());
  return ids;
}

async function aRoom(admin: ApiClient): Promise<number> {
  return (await admin.post('/resources', { name: 'Room', kind: 'room' })).body.data.id as number;
}

describe.each([ROOMS, HELPERS])('$two, with five providers and two instances,', (shared) => {
  let pair: Pair;
  let providers: number[];
  let serviceId: number;

  beforeAll(async () => {
    pair = await startPair();
    const { admin } = pair.one;
    // A helper with a lower id than those who lead, and one with a higher id: writers lock both in one order.
    const first = await shared.make(admin, 1);
    providers = await inTurn(5, () => aProvider(admin));
    const both = [...first, ...(await shared.make(admin, 1))];
    serviceId = await aService(admin, { durationMin: 60, ...shared.neededOne(both) });
  });

  beforeEach(async () => {
    await pair.one.query('delete from appointments');
    await pair.one.query('delete from holds');
  });

  afterAll(() => stopPair(pair));

  const provider = (index: number) => providers[index % providers.length] ?? 0;

  it('are given to two of 64 clients who want one at the same hour', async () => {
    const wanted = Array.from({ length: 64 }, (_, index) => aBooking(provider(index), serviceId));
    const answers = await bookAll(pair, wanted);
    expect(succeeded(answers)).toBe(2);
    expect(new Set(reasonsOf(answers))).toEqual(new Set(['slot_taken', shared.reason]));
    await expectNoOverlap(pair);
  });

  it('are both given when just two clients want one each', async () => {
    for (let round = 0; round < 10; round++) {
      const wanted = [0, 1].map((index) => aBooking(provider(index), serviceId, { start: '11:00' }));
      expect(succeeded(await bookAll(pair, wanted))).toBe(2);
      await pair.one.query('delete from appointments');
    }
  });

  it('are given to two of the bookings, holds, series, visits and moves that want one at the same hour', async () => {
    const { admin } = pair.one;
    const moving = [];
    for (const index of [0, 1])
      moving.push((await anAppointment(admin, provider(index), serviceId, { start: '14:00' })).id);
    const answers = await Promise.all([
      ...moving.map((id) => pair.other.admin.patch(`/appointments/${id}`, { start: '10:00' })),
      ...providers.map((providerId) => bookOnce(pair.other, aBooking(providerId, serviceId))),
      ...providers.map((providerId) =>
        admin.post('/series', { ...aBooking(providerId, serviceId), rrule: 'FREQ=WEEKLY;COUNT=2' }),
      ),
      ...providers.map((providerId) =>
        admin.post('/visits', { ...aBooking(0, 0), items: [{ serviceId, providerId }] }),
      ),
      ...providers.map((providerId) =>
        admin.post('/holds', { providerId, serviceId, date: MONDAY, start: '10:00' }),
      ),
    ]);
    expectSuccessOrRefusal(answers);
    expect(succeeded(answers)).toBe(2);
    await expectNoOverlap(pair);
  });
});

describe('Three providers of a service that takes all three, with two instances,', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPair();
  });

  afterAll(() => stopPair(pair));

  it('serve one of six bookings at each hour, with any of them in the lead', async () => {
    const { admin } = pair.one;
    const providerIds = await inTurn(3, () => aProvider(admin));
    const serviceId = await aService(admin, { team: [{ providerIds, count: 2 }] });
    const hours = ['09:00', '10:00', '11:00', '12:00'];
    const wanted = hours.flatMap((start) =>
      [...providerIds, ...providerIds].map((id) => aBooking(id, serviceId, { start })),
    );
    const answers = await bookAll(pair, wanted);
    expectSuccessOrRefusal(answers);
    expect(succeeded(answers)).toBe(hours.length);
    await expectNoOverlap(pair);
  });
});

describe.each([ROOMS, HELPERS])('$one, without the check and the locks of the application,', (shared) => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPairDetectingDeadlocksSoon();
  });

  afterAll(() => stopPair(pair));

  it('is given to one of 32 clients who take it at the same hour', async () => {
    const { admin } = pair.one;
    const [id = 0] = await shared.make(admin, 1);
    const serviceId = await aService(admin, shared.neededOne([id]));
    const providers = await inTurn(32, () => aProvider(admin));
    trustOnlyTheConstraints(pair, shared.taking(id));
    dropTheLocks(pair);
    const answers = await bookAll(
      pair,
      providers.map((providerId) => aBooking(providerId, serviceId)),
    );
    expect(succeeded(answers)).toBe(1);
    expect(reasonsOf(answers)).toEqual(Array.from({ length: 31 }, () => shared.reasonOfConstraint));
  });
});
