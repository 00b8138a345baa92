import { aBooking, aProvider, aService, anAppointment, MONDAY } from '../support/builders';
import { bookOnce, type Pair, startPair, stopPair } from './support/pair';

const ROUNDS = 8;
const CUSTOMER = { name: 'Mia Keller', email: 'mia@example.com' };

describe('Two instances', () => {
  let pair: Pair;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    pair = await startPair();
    serviceId = await aService(pair.one.admin);
  });

  beforeEach(async () => {
    providerId = await aProvider(pair.one.admin);
  });

  afterAll(() => stopPair(pair));

  const time = (start = '10:00') => ({ providerId, serviceId, date: MONDAY, start });
  const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

  it('let one win of a hold, a booking and a move for one slot', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { id } = await anAppointment(pair.one.admin, providerId, serviceId, { start: '15:00' });
      const answers = await Promise.all([
        pair.one.admin.post('/holds', time()),
        bookOnce(pair.other, aBooking(providerId, serviceId)),
        pair.other.admin.patch(`/appointments/${id}`, { start: '10:00' }),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.error?.details?.reason === 'slot_taken')).toHaveLength(2);
      providerId = await aProvider(pair.one.admin);
    }
  });

  it('book a hold once, however many use it', async () => {
    const { body } = await pair.one.admin.post('/holds', time());
    const uses = Array.from({ length: 16 }, (_, index) =>
      bookOnce(index % 2 === 0 ? pair.one : pair.other, { ...CUSTOMER, holdId: body.data.id }),
    );
    const answers = await Promise.all(uses);
    expect(statuses(answers)).toEqual([201, ...Array<number>(15).fill(422)]);
    expect(answers.filter(({ body: used }) => used.error?.details?.reason === 'hold_expired')).toHaveLength(
      15,
    );
  });

  it('give what is held to no other client while it is booked', async () => {
    const { body } = await pair.one.admin.post('/holds', time());
    const answers = await Promise.all([
      bookOnce(pair.one, { ...CUSTOMER, holdId: body.data.id }),
      ...Array.from({ length: 15 }, () => bookOnce(pair.other, aBooking(providerId, serviceId))),
    ]);
    expect(answers[0].status).toBe(201);
    expect(statuses(answers.slice(1))).toEqual(Array(15).fill(422));
  });

  it('give the time of an expired hold to one of many', async () => {
    await pair.one.admin.post('/holds', { ...time(), ttlSec: 60 });
    pair.one.clock.advance(60_000);
    pair.other.clock.advance(60_000);
    const wanted = Array.from({ length: 16 }, (_, index) =>
      index % 4 === 0
        ? pair.one.admin.post('/holds', time())
        : bookOnce(pair.other, aBooking(providerId, serviceId)),
    );
    expect(statuses(await Promise.all(wanted))).toEqual([201, ...Array<number>(15).fill(422)]);
  });

  it('place no more than 100 holds for one key', async () => {
    const { key } = await pair.one.keyOf(1);
    const [one, other] = [pair.one.withKey(key), pair.other.withKey(key)];
    const providers = [];
    for (let count = 0; count < 8; count++) providers.push(await aProvider(pair.one.admin));
    const wanted = providers.flatMap((id) =>
      Array.from({ length: 16 }, (_, index) => {
        const start = `${String(9 + Math.floor(index / 2)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`;
        return { ...time(start), providerId: id };
      }),
    );
    const placed = [];
    for (let first = 0; first < wanted.length; first += 8) {
      const some = wanted.slice(first, first + 8);
      placed.push(
        ...(await Promise.all(
          some.map((body, index) => (index % 2 === 0 ? one : other).post('/holds', body)),
        )),
      );
    }
    expect(placed.filter((answer) => answer.status === 201)).toHaveLength(100);
    expect(placed.filter((answer) => answer.body.error?.details?.reason === 'too_many_holds')).toHaveLength(
      28,
    );
  });
});
