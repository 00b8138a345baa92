import type { Answer } from '../support/api-client';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { bookAll, type Pair, startPair, stopPair } from './support/pair';

/** Starts on Monday, seven minutes apart: none is in the way of another. */
const STARTS = Array.from({ length: 64 }, (_, i) => {
  const minute = 9 * 60 + i * 7;
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
});

describe('Two instances that are asked for many times of one date at once', () => {
  let pair: Pair;

  beforeEach(async () => {
    pair = await startPair();
  });

  afterEach(() => stopPair(pair));

  function expectBooked(answers: readonly Answer[], most: number, limit: string): void {
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(most);
    const details = answers.flatMap(({ body }) => body.error?.details ?? []);
    expect(details).toHaveLength(answers.length - most);
    expect(details.every((each) => each.limit === limit)).toBe(true);
  }

  it('book a provider three times whose limit is three', async () => {
    const serviceId = await aService(pair.one.admin, { durationMin: 5 });
    const providerId = await aProvider(pair.one.admin, { maxPerDay: 3 });
    const answers = await bookAll(
      pair,
      STARTS.map((start) => aBooking(providerId, serviceId, { start })),
    );
    expectBooked(answers, 3, 'provider.maxPerDay');
  });

  it('book a service three times with eight providers whose limit is three, with any of them or a named one', async () => {
    const serviceId = await aService(pair.one.admin, { durationMin: 5, maxPerDay: 3 });
    const providers: number[] = [];
    for (let count = 0; count < 8; count++) providers.push(await aProvider(pair.one.admin));
    const answers = await bookAll(
      pair,
      STARTS.map((start, i) => {
        const whose = i % 4 === 0 ? { providerId: undefined, anyProvider: true } : {};
        return aBooking(providers[i % 8] ?? 0, serviceId, { start, ...whose });
      }),
    );
    expectBooked(answers, 3, 'service.maxPerDay');
  });

  it('keep the limits of two services in bookings, visits and series of both, without a deadlock', async () => {
    const [one, two] = [
      await aService(pair.one.admin, { durationMin: 5, maxPerDay: 4 }),
      await aService(pair.one.admin, { durationMin: 5, maxPerDay: 4 }),
    ];
    const providers: number[] = [];
    for (let count = 0; count < 6; count++) providers.push(await aProvider(pair.one.admin));
    const services = [one, two];
    const answers = await Promise.all(
      STARTS.slice(0, 16).flatMap((start, i) => {
        const { admin } = i % 2 === 0 ? pair.one : pair.other;
        const [first, second] = i % 4 < 2 ? services : services.toReversed();
        const body = { ...aBooking(providers[i % 6] ?? 0, first ?? 0, { start }) };
        const items = [{ serviceId: first }, { serviceId: second }];
        return [
          admin.post('/appointments', body),
          admin.post('/visits', {
            ...aBooking(0, 0, { start }),
            providerId: undefined,
            serviceId: undefined,
            items,
          }),
          admin.post('/series', {
            ...aBooking(providers[i % 6] ?? 0, second ?? 0, { start }),
            rrule: 'FREQ=DAILY;COUNT=1',
          }),
        ];
      }),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].toSorted()).toEqual([201, 422]);
    const rows = await pair.one.query(
      `select service_id, count(*)::int as booked from appointments where start_at >= $1 group by 1 order by 1`,
      [`${MONDAY}T00:00:00Z`],
    );
    expect(rows).toEqual([
      { service_id: one, booked: 4 },
      { service_id: two, booked: 4 },
    ]);
  });
});
