import { setImmediate } from 'node:timers/promises';
import { aBooking, aProvider, aService } from '../support/builders';
import { OpenWrite } from '../support/open-write';
import { reasonsOf } from './support/answers';
import { bookAll, type Pair, startPair, stopPair } from './support/pair';

const MIA = { name: 'Mia Keller', email: 'mia@example.com' };

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('Two instances with a service that a customer may have three times ahead', () => {
  let pair: Pair;
  let providers: number[];
  let serviceId: number;

  beforeEach(async () => {
    pair = await startPair();
    serviceId = await aService(pair.one.admin, { maxActivePerCustomer: 3 });
    providers = [];
    for (let count = 0; count < 8; count++) providers.push(await aProvider(pair.one.admin));
  });

  afterEach(() => stopPair(pair));

  /** 64 bookings of as many times: each of eight providers at each of eight starts. */
  const wanted = (members: object) =>
    providers.flatMap((providerId) =>
      Array.from({ length: 8 }, (_, hour) =>
        aBooking(providerId, serviceId, { ...members, start: `${String(9 + hour).padStart(2, '0')}:00` }),
      ),
    );

  it('give a new customer exactly three of 64 free times that are booked at once', async () => {
    const answers = await bookAll(pair, wanted(MIA));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(reasonsOf(answers)).toEqual(Array.from({ length: 61 }, () => 'limit_reached'));
    const [row] = await pair.one.query('select count(*)::int as customers from customers');
    expect(row).toEqual({ customers: 1 });
  });

  it('give a customer who is there already exactly three, too', async () => {
    const { id } = (await pair.one.admin.post('/customers', { firstName: 'Mia', lastName: 'Keller' })).body
      .data;
    const answers = await bookAll(
      pair,
      wanted({ name: undefined, email: undefined, customerId: id as number }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(reasonsOf(answers)).toEqual(Array.from({ length: 61 }, () => 'limit_reached'));
  });

  it('give a customer no fourth one while the third is being booked', async () => {
    const { id: customerId } = (
      await pair.one.admin.post('/customers', { firstName: 'Mia', lastName: 'Keller' })
    ).body.data;
    const bookings = wanted({ name: undefined, email: undefined, customerId }).filter((_, i) => i % 8 === 0);
    await bookAll(pair, bookings.slice(0, 2));
    const rival = await OpenWrite.begin(pair.one);
    await rival.run('lock table appointments in share mode');
    const answers = bookAll(pair, bookings.slice(2, 4));
    while ((await pair.one.query(WAITING)).length < 2) await setImmediate();
    await rival.end('rollback');
    expect((await answers).map(({ status }) => status).toSorted()).toEqual([201, 422]);
  });

  it('refuse nothing to 64 customers at once', async () => {
    const answers = await bookAll(pair, wanted({}));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(64);
  });
});
