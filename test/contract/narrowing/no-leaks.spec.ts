import { operationsOf } from '../../../src/platform/openapi/operations';
import type { ApiClient } from '../../support/api-client';
import { builtDocument } from '../../support/openapi/built-document';
import {
  idsInPath,
  OF_THE_SOUTH,
  openTwoSalons,
  restrictedKey,
  told,
  type TwoSalons,
} from '../../support/two-salons';
import { recordStatements } from '../../support/database/recorded-statements';
import { startTestService, type TestService } from '../../support/test-service';
import { VOUCHERS } from '../../support/token-issuer';

const UNUSED_ID = 2147483647;
const UNUSED_HOLD = '00000000-0000-4000-8000-000000000000';
/** Streams end with the client, and are refused anyway. */
const ENDLESS = '/events/stream';

interface Read {
  readonly path: string;
  readonly narrowed: string;
  /** Names of the parameters of the query. */
  readonly query: readonly string[];
}

/** Every operation that reads, with a key that is narrowed to the north. */
describe.each(VOUCHERS)('An answer to a narrowed %s', (voucher) => {
  let service: TestService;
  let salons: TwoSalons;
  let keys: readonly (readonly [name: string, client: ApiClient])[];
  let reads: readonly Read[];

  beforeAll(async () => {
    service = await startTestService({ voucher });
    salons = await openTwoSalons(service);
    const { leader, helper, locationId } = salons.north;
    keys = [
      ['stylist', await restrictedKey(service, { providers: [leader] })],
      ['place', await restrictedKey(service, { locations: [locationId] })],
      ['both', await restrictedKey(service, { providers: [leader, helper], locations: [locationId] })],
    ];
    reads = operationsOf(builtDocument(service.app))
      .filter(({ method, path }) => method === 'GET' && path !== ENDLESS)
      .flatMap(({ path, operation }) => {
        const { 'x-narrowed': narrowed, parameters = [] } = operation as {
          'x-narrowed'?: string;
          parameters?: { in: string; name: string }[];
        };
        const query = parameters.filter((each) => each.in === 'query').map(({ name }) => name);
        return narrowed === undefined ? [] : [{ path, narrowed, query }];
      });
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => service.stop());

  const narrowedReads = () => reads.filter(({ narrowed }) => !['refused', 'catalogue'].includes(narrowed));

  /** Requests for an operation: as it is, with words of both salons, with the ids of both, and with all that can be included. */
  function queriesOf({ query, path }: Read): readonly string[] {
    const { north, south, both } = salons;
    const needed = path === '/sessions' ? '&from=2026-11-23&to=2026-12-20' : '';
    const values: Readonly<Record<string, readonly (string | number)[]>> = {
      q: ['mann', 'sued', 'a', 'mara', 'sued nord'],
      include: ['customer,service,provider,location'],
      providerId: [north.leader, south.leader],
      locationId: [north.locationId, south.locationId],
      customerId: [both, south.regular],
      seriesId: [south.seriesId],
      visitId: [south.visitId],
      status: ['confirmed', 'waiting'],
      month: ['2026-11', '2026-12'],
      metadata: ['sued'],
      from: ['2026-11-23'],
    };
    const nameOf = (name: string) => (name.startsWith('metadata') ? 'metadata[salon]' : name);
    const each = query.flatMap((name) =>
      (values[name.startsWith('metadata') ? 'metadata' : name] ?? []).map(
        (value) => `&${nameOf(name)}=${value}`,
      ),
    );
    return ['', ...each].map((filter) => `?${needed}${filter}`.replace('?&', '?'));
  }

  const fill = (path: string, id: number | string) =>
    path.replace('{id}', String(id)).replaceAll(/\{\w+\}/g, String(UNUSED_ID));

  it('of an operation that cannot be narrowed is a refusal', async () => {
    const refused = reads.filter(({ narrowed }) => narrowed === 'refused');
    expect(refused.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/events',
        '/audit',
        '/reports/utilisation',
        '/webhooks',
        '/customers/{id}/export',
      ]),
    );
    for (const { path } of refused)
      for (const [name, client] of keys) {
        const { status, body } = await client.get(fill(path, UNUSED_ID));
        expect([name, path, status, body.error.details]).toEqual([name, path, 403, { narrowed: true }]);
      }
  });

  it('holds nothing of the other salon, in lists, totals, searches and what is included', async () => {
    expect(narrowedReads().length).toBeGreaterThan(15);
    const leaks: string[] = [];
    for (const read of narrowedReads())
      for (const filled of new Set(
        [...idsInPath(read.path, salons.north), salons.both].map((id) => fill(read.path, id)),
      ))
        for (const query of queriesOf(read))
          for (const [name, client] of keys) {
            const path = filled + query;
            const answer = await client.get(path);
            if (answer.status === 422) continue;
            const text = told(answer).replaceAll(query.replace('?', ''), '');
            if (OF_THE_SOUTH.test(text)) leaks.push(`${name} ${path}: ${OF_THE_SOUTH.exec(text)?.[0] ?? ''}`);
          }
    expect(leaks).toEqual([]);
  });

  it('holds what belongs to the key, so that the test above looks at something', async () => {
    for (const [name, client] of keys) {
      const lists = ['/appointments', '/customers', '/waitlist', '/appointments?q=nord'];
      for (const path of lists)
        expect([name, path, told(await client.get(path))]).toEqual([
          name,
          path,
          expect.stringMatching(/nord/),
        ]);
      expect(told(await service.admin.get('/appointments'))).toMatch(OF_THE_SOUTH);
    }
  });

  it('about a known id of the other salon is, byte for byte and by the same statements, that about an unknown one', async () => {
    const statements = recordStatements();
    const ask = async (client: ApiClient, path: string) => {
      statements();
      const answer = told(await client.get(path));
      return [answer, ...statements()].join('\n');
    };
    for (const read of narrowedReads().filter(({ path }) => path.includes('{id}'))) {
      const unused = read.path.startsWith('/holds') ? UNUSED_HOLD : UNUSED_ID;
      for (const [name, client] of keys) {
        // A key of places sees the month of every provider: what of it lies at its places.
        if (name === 'place' && read.path === '/providers/{id}/appointments') continue;
        const unknown = await ask(client, fill(read.path, unused));
        expect([name, read.path, unknown]).toEqual([name, read.path, expect.stringMatching(/^\[404,/)]);
        for (const id of idsInPath(read.path, salons.south))
          expect([name, read.path, await ask(client, fill(read.path, id))]).toEqual([
            name,
            read.path,
            unknown,
          ]);
      }
    }
  });

  it('is not modified when only the other salon has changed', async () => {
    const { north, south, both } = salons;
    const paths = [
      `/appointments/${north.alone}?include=customer,provider`,
      `/customers/${both}`,
      `/series/${north.seriesId}`,
      `/visits/${north.visitId}`,
      `/waitlist/${north.entry}`,
    ];
    const [[, stylist] = ['', service.anonymous]] = keys;
    const tags = await Promise.all(paths.map(async (path) => (await stylist.get(path)).headers.get('etag')));
    const lists = ['/appointments', '/customers', '/appointments/summary', '/appointments/counts'];
    const before = await Promise.all(lists.map(async (path) => told(await stylist.get(path))));
    await service.admin.patch(`/appointments/${south.ofBoth}`, { notes: 'Sued again', price: 77777.75 });
    await service.admin.patch(`/customers/${south.regular}`, { notes: 'Sued again' });
    for (const [index, path] of paths.entries()) {
      const headers = { 'if-none-match': tags[index] ?? '' };
      expect([path, (await stylist.get(path, { headers })).status]).toEqual([path, 304]);
    }
    expect(await Promise.all(lists.map(async (path) => told(await stylist.get(path))))).toEqual(before);
  });
});
