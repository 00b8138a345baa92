import fc from 'fast-check';
import { type Answer } from '../support/api-client';
import { aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { runs } from '../support/worlds/runs';
import { BookedDay, someBooked } from './support/booked-day';

jest.setTimeout(300_000);

const CUSTOMER = { name: 'Mia Keller', email: 'mia@example.com' };

interface Offered {
  readonly start: string;
  readonly end: string;
  readonly items: readonly {
    readonly start: string;
    readonly end: string;
    readonly date: string;
    readonly time: string;
    readonly providerId: number;
    readonly serviceId: number;
  }[];
}

/** The visit that is requested, by numbers of providers and services. */
const aVisit = {
  items: fc.array(
    fc.record({
      service: fc.nat({ max: 4 }),
      provider: fc.option(fc.nat({ max: 2 }), { freq: 2, nil: undefined }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  maxGapMin: fc.constantFrom(0, 10, 30, 120),
};

const aDay = fc.record({
  ...aVisit,
  booked: someBooked(2, 8),
  named: fc.constantFrom('none', 'as requested', 'as offered'),
});

describe('On random days,', () => {
  let service: TestService;
  let providers: number[];
  let services: number[];
  let day: BookedDay;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    providers = [
      await aProvider(admin),
      await aProvider(admin, { maxPerDay: 2 }),
      await aProvider(admin, { timezone: 'Europe/Berlin' }),
    ];
    await admin.post('/resources', { name: 'Room 1', kind: 'room' });
    const room = [{ kind: 'room', quantity: 1 }];
    services = [
      await aService(admin, { durationMin: 25 }),
      await aService(admin, { durationMin: 40, bufferBeforeMin: 5, bufferAfterMin: 10 }),
      await aService(admin, { durationMin: 30, slotIntervalMin: 20, resources: room }),
      await aService(admin, { durationMin: 60, capacity: 3, slotIntervalMin: 45 }),
      await aService(admin, { durationMin: 20, maxPerDay: 2 }),
    ];
    day = await BookedDay.of(service, providers, '09:00');
  });

  afterAll(() => service.stop());

  it('POST /visits books every visit that the search offers, with the same times and providers', async () => {
    let booked = 0;
    const law = fc.asyncProperty(aDay, async ({ booked: before, items, maxGapMin, named }) => {
      await day.write(before);
      const requested = items.map(({ service: number, provider }) => ({
        serviceId: services[number],
        ...(provider !== undefined && named !== 'none' && { providerId: providers[provider] }),
      }));
      const found = await service.admin.post('/availability/search', {
        items: requested,
        ...{ from: MONDAY, to: MONDAY, maxGapMin, limit: 3 },
      });
      for (const offer of found.body.data as Offered[]) {
        const answer = await book(offer, {
          items: named === 'as offered' ? offer.items : requested,
          maxGapMin,
        });
        expect({ status: answer.status, visit: timesOf(answer) }).toEqual({
          status: 201,
          visit: offer.items.map(timeOf),
        });
        await service.query('delete from appointments where visit_id is not null');
        booked++;
      }
    });
    await fc.assert(law, runs(60, 8));
    expect(booked).toBeGreaterThan(10);
  });

  it('PATCH /visits/{id} moves a visit just as one would be booked if this one were not there', async () => {
    const answered = { moved: 0, refused: 0 };
    const aMove = fc.record({ ...aVisit, booked: someBooked(2, 8), quarter: fc.nat({ max: 47 }) });
    const law = fc.asyncProperty(aMove, async ({ booked, items, maxGapMin, quarter }) => {
      await day.write(booked);
      const requested = items.map(({ service: number }) => ({ serviceId: services[number] }));
      const search = { items: requested, from: MONDAY, to: MONDAY, maxGapMin, limit: 1 };
      const [offer] = (await service.admin.post('/availability/search', search)).body.data as Offered[];
      if (offer === undefined) return;
      const visit = (await book(offer, { items: requested, maxGapMin })).body.data as { id: number };
      const start = new Date(Date.parse(`${MONDAY}T08:00:00Z`) + quarter * 900_000)
        .toISOString()
        .replace('.000', '');
      const moved = await service.admin.patch(`/visits/${visit.id}`, { start, maxGapMin });
      await service.query('delete from appointments where visit_id is not null');
      const anew = await book({ start }, { items: offer.items, maxGapMin });
      expect({ visit: timesOf(moved), refusal: refusalOf(moved) }).toEqual({
        visit: timesOf(anew),
        refusal: refusalOf(anew),
      });
      answered[moved.status === 200 ? 'moved' : 'refused']++;
    });
    await fc.assert(law, runs(120, 24));
    expect(Math.min(answered.moved, answered.refused)).toBeGreaterThan(2);
  });

  it('a refused visit has alternatives that POST /visits books', async () => {
    await day.write([0, 1, 2].map((provider) => ({ provider, quarter: 8 })));
    const items = [{ serviceId: services[1] }, { serviceId: services[2] }];
    const refused = await book({ start: `${MONDAY}T11:00:00Z` }, { items, maxGapMin: 10 });
    expect(refused.status).toBe(422);
    const { alternatives } = refused.body.error.details as { alternatives: Offered[] };
    expect(alternatives).toHaveLength(3);
    for (const offer of alternatives) {
      const answer = await book(offer, { items, maxGapMin: 10 });
      expect(timesOf(answer)).toEqual(offer.items.map(timeOf));
      await service.query('delete from appointments where visit_id is not null');
    }
  });

  function book({ start }: Pick<Offered, 'start'>, members: object): Promise<Answer> {
    return service.admin.post('/visits', { ...CUSTOMER, start, ...members });
  }
});

function timeOf({ start, end, providerId, serviceId }: Offered['items'][number]) {
  return { start, end, providerId, serviceId };
}

function refusalOf({ body }: Answer): unknown {
  return body.error as unknown;
}

function timesOf({ body }: Answer): unknown {
  return (body.data as { appointments: Offered['items'] } | undefined)?.appointments.map(timeOf);
}
