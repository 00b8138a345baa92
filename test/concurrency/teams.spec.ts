import type { Answer } from '../support/api-client';
import { aBooking, aProvider, aService, anAppointment, MONDAY } from '../support/builders';
import {
  bookAll,
  bookOnce,
  dropTheLocks,
  type Pair,
  startPair,
  startPairDetectingDeadlocksSoon,
  stopPair,
  trustOnlyTheConstraints,
} from './support/pair';

const OVERLAPPING = `
  select from claims a join claims b on a.provider_id = b.provider_id and a.busy && b.busy and a.session <> b.session`;

const succeeded = (answers: readonly Answer[]) => answers.filter(({ status }) => status < 300).length;

describe('Two helpers, with five providers and two instances,', () => {
  let pair: Pair;
  /** Two who help have lower ids than those who lead, two have higher ones. */
  let providers: number[];
  let helpers: number[];
  let serviceId: number;

  beforeAll(async () => {
    pair = await startPair();
    const { admin } = pair.one;
    const low = await aProvider(admin);
    providers = [];
    for (let count = 0; count < 5; count++) providers.push(await aProvider(admin));
    helpers = [low, await aProvider(admin)];
    serviceId = await aService(admin, { durationMin: 60, team: [{ providerIds: helpers, count: 1 }] });
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
    expect(new Set(answers.flatMap(({ body }) => body.error?.details?.reason ?? []))).toEqual(
      new Set(['slot_taken', 'team_unavailable']),
    );
    expect(await pair.one.query(OVERLAPPING)).toEqual([]);
  });

  it('are both given when just two clients want one each', async () => {
    for (let round = 0; round < 10; round++) {
      const wanted = [0, 1].map((index) => aBooking(provider(index), serviceId, { start: '11:00' }));
      expect(succeeded(await bookAll(pair, wanted))).toBe(2);
      await pair.one.query('delete from appointments');
    }
  });

  it('who lead as well are taken by as many bookings as they can serve', async () => {
    // Each of three needs another one of the three: only one of them can be had at an hour.
    const three = providers.slice(0, 3);
    const mutual = await aService(pair.one.admin, { team: [{ providerIds: three, count: 2 }] });
    const hours = ['09:00', '10:00', '11:00', '12:00'];
    const wanted = hours.flatMap((start) =>
      three.flatMap((id) => [aBooking(id, mutual, { start }), aBooking(id, mutual, { start })]),
    );
    const answers = await bookAll(pair, wanted);
    expect(answers.filter(({ status }) => ![201, 422].includes(status))).toEqual([]);
    expect(succeeded(answers)).toBe(hours.length);
    expect(await pair.one.query(OVERLAPPING)).toEqual([]);
  });

  it('are given to two of the bookings, holds, series and moves that want one at the same hour', async () => {
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
    expect(answers.filter(({ status }) => ![200, 201, 422].includes(status))).toEqual([]);
    expect(succeeded(answers)).toBe(2);
    expect(await pair.one.query(OVERLAPPING)).toEqual([]);
  });
});

describe('A helper, without the check and the locks of the application,', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPairDetectingDeadlocksSoon();
  });

  afterAll(() => stopPair(pair));

  it('is given to one of 32 clients who take it at the same hour', async () => {
    const { admin } = pair.one;
    const helper = await aProvider(admin);
    const serviceId = await aService(admin, { team: [{ providerIds: [helper], count: 1 }] });
    const providers = [];
    for (let count = 0; count < 32; count++) providers.push(await aProvider(admin));
    for (const instance of [pair.one, pair.other]) {
      trustOnlyTheConstraints(instance, { team: [helper] });
      dropTheLocks(instance);
    }
    const answers = await bookAll(
      pair,
      providers.map((providerId) => aBooking(providerId, serviceId)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(31);
  });
});
