import type { Answer } from '../support/api-client';
import { aProvider, aService, MONDAY } from '../support/builders';
import { expectSuccessOrRefusal } from './support/answers';
import { expectNoOverlap, type Pair, startPairDetectingDeadlocksSoon, stopPair } from './support/pair';

describe('Visits on two instances', () => {
  let pair: Pair;
  let ana: number;
  let ben: number;
  let serviceId: number;
  let clients = 0;

  beforeAll(async () => {
    pair = await startPairDetectingDeadlocksSoon();
    const { admin } = pair.one;
    [ana, ben] = [await aProvider(admin), await aProvider(admin)];
    await admin.post('/resources', { name: 'Room 1', kind: 'room' });
    await admin.post('/resources', { name: 'Chair 1', kind: 'chair' });
    const [room, chair] = [
      { kind: 'room', quantity: 1 },
      { kind: 'chair', quantity: 1 },
    ];
    serviceId = await aService(admin, { durationMin: 30 });
    inRoom = await aService(admin, { durationMin: 30, resources: [room] });
    inChair = await aService(admin, { durationMin: 30, resources: [chair] });
  });

  let inRoom: number;
  let inChair: number;

  beforeEach(async () => {
    await pair.one.query('delete from appointments');
    await pair.one.query('delete from visits');
  });
  afterAll(() => stopPair(pair));

  const book = (items: readonly object[], start: string) => {
    clients++;
    const { admin } = clients % 2 === 0 ? pair.one : pair.other;
    const customer = { name: `Client ${clients}`, email: `client${clients}@example.com` };
    return admin.post('/visits', { ...customer, items, date: MONDAY, start });
  };

  async function expectAllOrNothing(answers: readonly Answer[]): Promise<void> {
    expectSuccessOrRefusal(answers);
    const counts = await pair.one.query<{ parts: number }>(
      `select visit_id, count(*)::int as parts from appointments group by 1`,
    );
    expect(counts.every(({ parts }) => parts === 2)).toBe(true);
    expect(counts).toHaveLength(answers.filter(({ status }) => status === 201).length);
    await expectNoOverlap(pair);
  }

  it('that want the same providers in opposite order never wait for each other in a circle', async () => {
    const [first, second] = [
      { serviceId, providerId: ana },
      { serviceId, providerId: ben },
    ];
    for (let round = 0; round < 10; round++) {
      const start = `${String(9 + (round % 7)).padStart(2, '0')}:00`;
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, i) => book(i % 2 === 0 ? [first, second] : [second, first], start)),
      );
      await expectAllOrNothing(answers);
      // The two orders take different halves of the hour, so one of each fits.
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
      await pair.one.query('delete from appointments');
      await pair.one.query('delete from visits');
    }
  });

  it('that want the same room and chair in opposite order are booked in whole or not at all', async () => {
    const [room, chair] = [{ serviceId: inRoom }, { serviceId: inChair }];
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) => book(i % 2 === 0 ? [room, chair] : [chair, room], '10:00')),
    );
    await expectAllOrNothing(answers);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  });

  it('of any provider use up every provider, when many are booked at one start', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => book([{ serviceId }, { serviceId }], '14:00')),
    );
    await expectAllOrNothing(answers);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
  });

  it('that are cancelled twice at once and booked again free their time once', async () => {
    const items = [
      { serviceId, providerId: ana },
      { serviceId, providerId: ben },
    ];
    const { body } = await book(items, '10:00');
    const path = `/visits/${String(body.data.id)}`;
    const answers = await Promise.all([
      pair.one.admin.patch(path, { status: 'cancelled' }),
      pair.other.admin.patch(path, { status: 'cancelled' }),
      book([...items].reverse(), '10:00'),
    ]);
    expect(answers.map(({ status }) => status).slice(0, 2)).toEqual([200, 200]);
    expect((await pair.one.query(`select from appointments where status = 'cancelled'`)).length).toBe(2);
    await expectNoOverlap(pair);
  });
});
