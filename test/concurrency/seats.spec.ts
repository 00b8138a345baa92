import type { Answer } from '../support/api-client';
import { aBooking, aProvider, aService, anAppointment, MONDAY } from '../support/builders';
import { expectSuccessOrRefusal, reasonsOf } from './support/answers';
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

const count = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length;

describe('The seats of a group session, with two instances,', () => {
  let pair: Pair;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    pair = await startPair();
  });

  beforeEach(async () => {
    providerId = await aProvider(pair.one.admin);
    serviceId = await aService(pair.one.admin, { capacity: 10 });
  });

  afterAll(() => stopPair(pair));

  const bookings = (length: number, members: object = {}) =>
    Array.from({ length }, () => aBooking(providerId, serviceId, members));
  const seatsTaken = async () => {
    const { body } = await pair.one.admin.get(
      `/sessions?from=${MONDAY}&to=${MONDAY}&providerId=${providerId}`,
    );
    return body.data.map((session: { seatsTaken: number }) => session.seatsTaken);
  };

  it('are sold once each: 64 clients want one of 10', async () => {
    const answers = await bookAll(pair, bookings(64));
    expect([count(answers, 201), count(answers, 422)]).toEqual([10, 54]);
    expect(new Set(reasonsOf(answers))).toEqual(new Set(['session_full']));
    expect(await seatsTaken()).toEqual([10]);
  });

  it('are never more than there are, also where bookings want several', async () => {
    const wanted = [1, 2, 3, 4].flatMap((seats) => bookings(8, { seats }));
    await bookAll(pair, wanted);
    const [taken] = await seatsTaken();
    // One more would have fitted, if any were left.
    expect(taken).toBe(10);
  });

  it('are not oversold by bookings, holds, moves, returns and more seats for one at the same time', async () => {
    const { admin } = pair.one;
    const early = { start: '09:00', seats: 2 };
    const moving = [];
    for (let index = 0; index < 5; index++)
      moving.push((await anAppointment(admin, providerId, serviceId, early)).id);
    const cancelled = [];
    for (let index = 0; index < 5; index++) {
      const { id } = await anAppointment(admin, providerId, serviceId);
      await admin.patch(`/appointments/${id}`, { status: 'cancelled' });
      cancelled.push(id);
    }
    const growing = (await anAppointment(admin, providerId, serviceId)).id;
    const held = { providerId, serviceId, date: MONDAY, start: '10:00', seats: 2 };
    const { admin: other } = pair.other;
    const answers = await Promise.all([
      ...moving.map((id) => other.patch(`/appointments/${id}`, { start: '10:00' })),
      ...cancelled.map((id) => admin.patch(`/appointments/${id}`, { status: 'confirmed' })),
      ...[3, 5].map((seats) => other.patch(`/appointments/${growing}`, { seats })),
      ...Array.from({ length: 5 }, () => admin.post('/holds', held)),
      ...bookings(10).map((body) => bookOnce(pair.other, body)),
    ]);
    expectSuccessOrRefusal(answers);
    expect((await seatsTaken()).every((taken: number) => taken <= 10)).toBe(true);
    const twice = await pair.one.query(
      `select session from claims c, unnest(seats) r, generate_series(lower(r), upper(r) - 1) seat
       where provider_id = $1 group by session, seat having count(*) > 1`,
      [providerId],
    );
    expect(twice).toEqual([]);
  });
});

describe('The seats of a group session, without the check and the locks of the application,', () => {
  let pair: Pair;

  beforeAll(async () => {
    pair = await startPairDetectingDeadlocksSoon();
  });

  afterAll(() => stopPair(pair));

  it('are sold once: 32 clients take seat 3 of one session', async () => {
    const { admin } = pair.one;
    const [providerId, serviceId] = [await aProvider(admin), await aService(admin, { capacity: 10 })];
    await anAppointment(admin, providerId, serviceId);
    const [{ session } = { session: '' }] = await pair.one.query<{ session: string }>(
      'select session::text from claims where provider_id = $1',
      [providerId],
    );
    trustOnlyTheConstraints(pair, { session, seats: [3] });
    dropTheLocks(pair);
    const wanted = Array.from({ length: 32 }, () => aBooking(providerId, serviceId));
    const answers = await bookAll(pair, wanted);
    expect([count(answers, 201), count(answers, 422)]).toEqual([1, 31]);
    expect(new Set(reasonsOf(answers))).toEqual(new Set(['session_full']));
  });
});
