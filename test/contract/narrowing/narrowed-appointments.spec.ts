import { restrictedKey, openTwoSalons, type TwoSalons } from '../../support/two-salons';
import { aProvider } from '../../support/builders';
import { Database } from '../../../src/platform/database/database';
import { KnownReads } from '../../../src/platform/database/reads/known-reads';
import type { ApiClient } from '../../support/api-client';
import { startTestService, type TestService } from '../../support/test-service';

const UNUSED_ID = 2147483647;

describe('The appointments of a narrowed key', () => {
  let service: TestService;
  let salons: TwoSalons;
  /** Keys that are narrowed to the leader of the north, to its helper, to its place, and to leader and place. */
  let stylist: ApiClient;
  let helper: ApiClient;
  let place: ApiClient;
  let stylistThere: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    salons = await openTwoSalons(service);
    const { leader, helper: helps, locationId } = salons.north;
    stylist = await restrictedKey(service, { providers: [leader] });
    helper = await restrictedKey(service, { providers: [helps] });
    place = await restrictedKey(service, { locations: [locationId] });
    stylistThere = await restrictedKey(service, { providers: [leader], locations: [locationId] });
  });

  afterAll(() => service.stop());

  const statusesOf = (client: ApiClient, ...ids: number[]) =>
    Promise.all(ids.map(async (id) => (await client.get(`/appointments/${id}`)).status));

  it('are read by their ids when its provider gives them, and those of others are not found', async () => {
    const { north, south, shared } = salons;
    expect(await statusesOf(stylist, north.alone, north.helped, north.placeless)).toEqual([200, 200, 200]);
    expect(await statusesOf(stylist, south.alone, shared, UNUSED_ID)).toEqual([404, 404, 404]);
  });

  it('are those with which its provider helps, too', async () => {
    const { north, shared } = salons;
    expect(await statusesOf(helper, north.helped, shared, north.alone)).toEqual([200, 200, 404]);
  });

  it('are those at its place, and those without a place are at none', async () => {
    const { north, south } = salons;
    expect(await statusesOf(place, north.alone, north.placeless, south.alone)).toEqual([200, 404, 404]);
  });

  it('are those of which its provider and its place both hold', async () => {
    const { north } = salons;
    expect(await statusesOf(stylistThere, north.alone, north.placeless)).toEqual([200, 404]);
    const helperThere = await restrictedKey(service, {
      ...{ providers: [north.helper], locations: [north.locationId] },
    });
    expect(await statusesOf(helperThere, north.helped, north.alone)).toEqual([200, 404]);
  });

  describe('in lists', () => {
    interface Listed {
      readonly id: number;
      readonly providerId: number;
      readonly locationId: number | null;
      readonly team: readonly number[];
      readonly status: string;
      readonly price: number | null;
      readonly payment_status: string;
      readonly manageUrl: string | null;
    }
    type Sees = (appointment: Listed) => boolean;

    const pageOf = async (client: ApiClient, query: string) =>
      (await client.get(`/appointments?length=100&${query}`)).body as {
        data: Listed[];
        meta: { total: number };
      };
    /** Each key, and what it sees of what the administrator sees. */
    const keys = (): [name: string, client: ApiClient, sees: Sees][] => {
      const { leader, helper: helps, locationId } = salons.north;
      const takes =
        (...ids: number[]): Sees =>
        ({ providerId, team }) =>
          [providerId, ...team].some((id) => ids.includes(id));
      const isThere: Sees = (each) => each.locationId === locationId;
      return [
        ['stylist', stylist, takes(leader)],
        ['helper', helper, takes(helps)],
        ['place', place, isThere],
        ['stylist there', stylistThere, (each) => takes(leader)(each) && isThere(each)],
        ['team', team, takes(leader, helps)],
        ['many providers', manyProviders, takes(leader, helps)],
        ['many places', manyPlaces, isThere],
      ];
    };
    let team: ApiClient;
    /** Keys that name more ids than the lists have branches for. */
    let manyProviders: ApiClient;
    let manyPlaces: ApiClient;

    beforeAll(async () => {
      const { leader, helper: helps, locationId } = salons.north;
      const nine = Array.from({ length: 9 });
      const others = await Promise.all(nine.map(() => aProvider(service.admin)));
      const aPlace = async () =>
        (await service.admin.post('/locations', { name: 'Empty' })).body.data.id as number;
      const places = await Promise.all(nine.map(aPlace));
      team = await restrictedKey(service, { providers: [leader, helps] });
      manyProviders = await restrictedKey(service, { providers: [leader, helps, ...others] });
      manyPlaces = await restrictedKey(service, { locations: [locationId, ...places] });
    });

    it.each([
      '',
      'sort=start:desc',
      'sort=createdAt:desc',
      'sort=end:asc&include=customer,location',
      'sort=status:asc',
      'sort=id:desc',
      'status=pending,confirmed',
      'payment_status=none',
      'from=2026-11-24',
      'from=2026-11-01&to=2026-12-31',
      'from=2026-10-15&to=2026-12-05',
      'metadata[salon]=nord',
      'metadata[salon]=sued',
      'q=nord',
      'q=sued',
      'q=mann',
      'q=mara',
      'q=nordmann%20ria',
      'q=mann%20cut',
      'q=provider&sort=start:desc',
      'q=booking',
      'q=or',
    ])('are what all others see, without the rest, with %s', async (query) => {
      const all = await pageOf(service.admin, query);
      expect(all.data.length).toBeGreaterThan(0);
      for (const [name, client, sees] of keys()) {
        const { data, meta } = await pageOf(client, query);
        // Who has the link of a visit could change what is not the key’s.
        const expected = all.data.filter(sees).map((each) => ({ ...each, manageUrl: null }));
        expect([name, data]).toEqual([name, expected]);
        expect([name, meta.total]).toEqual([name, expected.length]);
      }
    });

    it('are found by the filters as every other appointment, and the ids of others find nothing', async () => {
      const { north, south, both, cut } = salons;
      const ids = [north, south].flatMap(({ leader, helper: helps, locationId, regular }) => [
        `providerId=${leader}`,
        `providerId=${leader}&serviceId=${cut}`,
        `providerId=${helps}`,
        `locationId=${locationId}`,
        `customerId=${regular}`,
      ]);
      const others = [north, south].flatMap(({ seriesId, visitId }) => [
        `seriesId=${seriesId}`,
        `visitId=${visitId}`,
      ]);
      for (const query of [...ids, ...others, `customerId=${both}`, `serviceId=${cut}`]) {
        const all = await pageOf(service.admin, query);
        expect([query, all.data.length > 0]).toEqual([query, true]);
        for (const [name, client, sees] of keys()) {
          const { data, meta } = await pageOf(client, query);
          const expected = all.data.filter(sees).map((each) => ({ ...each, manageUrl: null }));
          expect([name, query, data]).toEqual([name, query, expected]);
          expect([name, query, meta.total]).toEqual([name, query, expected.length]);
        }
      }
      expect((await pageOf(stylist, `customerId=${south.regular}`)).meta.total).toBe(0);
    });

    it('fill pages one after the other', async () => {
      const whole = (await pageOf(stylist, '')).data.map(({ id }) => id);
      const pages: number[] = [];
      for (let page = 1; page <= Math.ceil(whole.length / 3); page++) {
        const { body } = await stylist.get(`/appointments?length=3&page=${page}`);
        expect(body.meta.total).toBe(whole.length);
        pages.push(...body.data.map(({ id }: Listed) => id));
      }
      expect(pages).toEqual(whole);
    });

    it.each(['', 'from=2026-11-24', 'from=2026-11-01&to=2026-12-31', 'from=2026-10-15&to=2026-12-05'])(
      'are counted and summed up alone, with %s',
      async (query) => {
        const everything = (await pageOf(service.admin, query)).data;
        const { leader, locationId } = salons.north;
        for (const [name, client, sees] of keys()) {
          for (const filter of ['', `&providerId=${leader}`, `&locationId=${locationId}`]) {
            const all = filter === '' ? everything : (await pageOf(service.admin, query + filter)).data;
            const seen = all.filter(sees);
            const counts = (await client.get(`/appointments/counts?${query}${filter}`)).body;
            const { data } = (await client.get(`/appointments/summary?${query}${filter}`)).body;
            const confirmed = seen.filter(({ status }) => status === 'confirmed');
            expect([name, filter, counts.meta.total, counts.data.confirmed]).toEqual([
              ...[name, filter, seen.length, confirmed.length],
            ]);
            expect([name, filter, data.total]).toEqual([name, filter, seen.length]);
            const revenue = seen.reduce((sum, { price }) => sum + (price ?? 0), 0);
            expect([name, filter, data.revenue.booked]).toEqual([name, filter, revenue]);
            expect([name, filter, data.next?.id]).toEqual([name, filter, confirmed[0]?.id]);
          }
        }
      },
    );

    it('are read by statements of which each has a name of its own', async () => {
      const texts = new Map<string, Set<string>>();
      const pages = jest.spyOn(service.app.get(KnownReads), 'page');
      const others = jest.spyOn(service.app.get(Database), 'rows');
      const { leader, helper: helps, locationId } = salons.north;
      const of = ['', `providerId=${leader}`, `providerId=${helps}`, `locationId=${locationId}`];
      const more = ['', '&status=pending,confirmed', '&from=2026-11-24', '&from=2026-11-01&to=2026-12-31'];
      for (const [, client] of [['admin', service.admin] as const, ...keys()])
        for (const query of of.flatMap((one) => more.map((other) => one + other)))
          for (const path of ['', '/counts', '/summary']) await client.get(`/appointments${path}?${query}`);
      for (const [{ name, text, isShort }] of [...pages.mock.calls, ...others.mock.calls])
        if (name !== '') texts.set(name, (texts.get(name) ?? new Set()).add(`${String(isShort)} ${text}`));
      [pages, others].forEach((each) => {
        each.mockRestore();
      });
      expect(texts.size).toBeGreaterThan(20);
      expect([...texts].filter(([, each]) => each.size > 1).map(([name]) => name)).toEqual([]);
    });

    it('are the same again after they were read before with another key', async () => {
      const read = async () => {
        const pages = [];
        for (const client of [stylist, helper, place, service.admin]) pages.push(await pageOf(client, ''));
        return pages;
      };
      const first = await read();
      expect(await read()).toEqual(first);
      expect(await read()).toEqual(first);
    });
  });
});
