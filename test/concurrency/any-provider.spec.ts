import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { bookAll, type Pair, startPair, stopPair } from './support/pair';

describe('Two instances with four providers', () => {
  let pair: Pair;
  let providers: number[];
  let serviceId: number;

  beforeEach(async () => {
    pair = await startPair();
    serviceId = await aService(pair.one.admin);
    providers = [];
    for (let count = 0; count < 4; count++) providers.push(await aProvider(pair.one.admin));
  });

  afterEach(() => stopPair(pair));

  const ofAny = (members: object = {}) =>
    aBooking(0, serviceId, { providerId: undefined, anyProvider: true, ...members });
  const taken = async () => {
    const rows = await pair.one.query('select provider_id from claims order by provider_id');
    return rows.map((row) => (row as { provider_id: number }).provider_id);
  };

  it('give one hour to exactly four of 64 clients who ask for any provider', async () => {
    const answers = await bookAll(
      pair,
      Array.from({ length: 64 }, () => ofAny()),
    );
    const booked = answers.filter(({ status }) => status === 201);
    expect(booked).toHaveLength(4);
    expect(answers.filter(({ body }) => body.error?.details?.reason === 'slot_taken')).toHaveLength(60);
    expect(await taken()).toEqual(providers);
  });

  it('refuse none of four bookings of any provider for one hour', async () => {
    for (let round = 0; round < 5; round++) {
      const start = `${10 + round}:00`;
      const answers = await bookAll(
        pair,
        Array.from({ length: 4 }, () => ofAny({ start })),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    }
  });

  it('neither refuse nor deadlock while bookings, holds and series name providers in any order', async () => {
    const named = providers.toReversed();
    const answers = await Promise.all([
      ...bookAllOf(named.map((providerId) => aBooking(providerId, serviceId, { start: '12:00' }))),
      ...named.map((_, index) =>
        pair.other.admin.post('/holds', { ...ofAny({ start: '13:00' }), providerIds: rotated(named, index) }),
      ),
      ...named.map((_, index) =>
        pair.one.admin.post('/series', {
          ...ofAny({ start: '14:00', rrule: 'FREQ=DAILY;COUNT=3' }),
          providerIds: rotated(providers, index),
        }),
      ),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
  });

  function bookAllOf(bookings: readonly object[]) {
    return bookings.map((body) => pair.one.admin.post('/appointments', { ...body, date: MONDAY }));
  }
});

function rotated<T>(list: readonly T[], by: number): T[] {
  return [...list.slice(by), ...list.slice(0, by)];
}
