import { setTimeout as wait } from 'node:timers/promises';
import type { Answer } from '../support/api-client';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import type { TestService } from '../support/test-service';
import { expectSuccessOrRefusal } from './support/answers';
import {
  bookOnce,
  expectNoOverlap,
  type Pair,
  startPairDetectingDeadlocksSoon,
  stopPair,
} from './support/pair';

const WITHOUT_CLAIM = `
  select from appointments a where a.status = 'confirmed'
    and not exists (select from claims c where c.appointment_id = a.id and c.provider_id = a.provider_id and c.busy = a.busy)`;
const DEADLOCKS = 'select deadlocks::int as count from pg_stat_database where datname = current_database()';

describe('Series of two providers, with two instances,', () => {
  let pair: Pair;
  let ana: number;
  let ben: number;
  let massage: number;
  let haircut: number;

  beforeAll(async () => {
    pair = await startPairDetectingDeadlocksSoon();
    const { admin } = pair.one;
    for (const name of ['Room 1', 'Room 2']) await admin.post('/resources', { name, kind: 'room' });
    [ana, ben] = [await aProvider(admin), await aProvider(admin)];
    massage = await aService(admin, { durationMin: 60, resources: [{ kind: 'room', quantity: 1 }] });
    haircut = await aService(admin, { durationMin: 60 });
  });

  beforeEach(async () => {
    await pair.one.query('delete from appointments');
  });

  afterAll(() => stopPair(pair));

  const rule = { date: MONDAY, rrule: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=20' };
  const instance = (index: number) => (index % 2 === 0 ? pair.one : pair.other);
  const aSeries = (providerId: number, serviceId: number, members: object = {}) =>
    aBooking(providerId, serviceId, { ...rule, ...members });

  /** Repeats a request that is answered 503, as the answer asks. */
  const persist = async (send: () => Promise<Answer>): Promise<Answer> => {
    for (;;) {
      const answer = await send();
      if (answer.status !== 503) return answer;
      await wait(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    }
  };
  const book = (through: TestService, body: object) => persist(() => through.admin.post('/series', body));
  const change = (through: TestService, id: number, body: object) =>
    persist(() => through.admin.patch(`/series/${id}`, body));
  const deadlocks = async () => {
    // The statistics of a connection appear a second after its transaction.
    await wait(1_500);
    return (await pair.owner.query<{ count: number }>(DEADLOCKS))[0]?.count;
  };
  const expectSound = async (answers: readonly Answer[]) => {
    expectSuccessOrRefusal(answers);
    await expectNoOverlap(pair);
    expect(await pair.one.query(WITHOUT_CLAIM)).toEqual([]);
  };

  it('are booked once when 24 clients want the same', async () => {
    const before = await deadlocks();
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, i) => book(instance(i), aSeries(ana, haircut))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await pair.one.query('select from appointments')).toHaveLength(20);
    expect((await pair.one.query('select from series_occurrences')).length).toBe(20);
    await expectSound(answers);
    expect(await deadlocks()).toBe(before);
  });

  it('never wait for each other in a circle while they are booked and swap their providers', async () => {
    const before = await deadlocks();
    const series: { id: number; providerId: number }[] = [];
    for (const [index, start] of ['09:00', '10:00', '11:00', '13:00', '14:00', '15:00'].entries()) {
      const providerId = index % 2 === 0 ? ana : ben;
      const serviceId = index % 3 === 0 ? massage : haircut;
      const answer = await book(pair.one, aSeries(providerId, serviceId, { start }));
      expect(answer.status).toBe(201);
      series.push({ id: answer.body.data.id, providerId });
    }
    const swaps = series.flatMap(({ id, providerId }, i) =>
      [providerId === ana ? ben : ana, providerId].map(
        (next, turn) => () => change(instance(i + turn), id, { providerId: next, onConflict: 'skip' }),
      ),
    );
    const moves = series.map(
      ({ id }, i) =>
        () =>
          change(instance(i), id, { start: ['16:00', '12:00'][i % 2], onConflict: 'skip' }),
    );
    const bookings = [massage, haircut].flatMap((serviceId) =>
      [ana, ben].flatMap((providerId) => [
        () =>
          book(instance(providerId), aSeries(providerId, serviceId, { start: '12:00', onConflict: 'skip' })),
        () => bookOnce(instance(serviceId), aBooking(providerId, serviceId, { start: '16:00' })),
      ]),
    );
    const answers = await Promise.all([...swaps, ...moves, ...bookings].map((send) => send()));
    await expectSound(answers);
    expect(await deadlocks()).toBe(before);
  }, 60_000);

  it('share the two rooms of the house', async () => {
    const providers = [ana, ben, await aProvider(pair.one.admin), await aProvider(pair.one.admin)];
    const answers = await Promise.all(
      providers.map((providerId, i) => book(instance(i), aSeries(providerId, massage))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
    await expectSound(answers);
  });
});
