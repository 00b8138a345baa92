import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

type Name = 'ana' | 'ben' | 'cut' | 'nails';
type List = readonly Name[] | null;

interface Case {
  /** The lists that the test writes, one after the other. */
  readonly writes: readonly (readonly [Name, List])[];
  /** The lists that the test then expects; an absent list is null. */
  readonly lists: Partial<Record<Name, List>>;
  readonly offers: Record<'ana' | 'ben', readonly Name[]>;
}

const CASES: Record<string, Case> = {
  'every provider offers every service while there is no list': {
    writes: [],
    lists: {},
    offers: { ana: ['cut', 'nails'], ben: ['cut', 'nails'] },
  },
  'a list of providers restricts only its service': {
    writes: [['cut', ['ana']]],
    lists: { cut: ['ana'] },
    offers: { ana: ['cut', 'nails'], ben: ['nails'] },
  },
  'a list of services restricts only its provider': {
    writes: [['ana', ['cut']]],
    lists: { ana: ['cut'] },
    offers: { ana: ['cut'], ben: ['cut', 'nails'] },
  },
  'a service that names a provider is added to the list of that provider': {
    writes: [
      ['ana', ['cut']],
      ['nails', ['ana']],
    ],
    lists: { ana: ['cut', 'nails'], nails: ['ana'] },
    offers: { ana: ['cut', 'nails'], ben: ['cut'] },
  },
  'a service that names a provider does not change the list of another provider': {
    writes: [
      ['ana', ['cut']],
      ['nails', ['ben']],
    ],
    lists: { ana: ['cut'], nails: ['ben'] },
    offers: { ana: ['cut'], ben: ['cut', 'nails'] },
  },
  'a service that is removed from the list of a provider no longer has this provider in its own list': {
    writes: [
      ['ana', ['cut', 'nails']],
      ['nails', ['ana']],
      ['ana', ['cut']],
    ],
    lists: { ana: ['cut'], nails: [] },
    offers: { ana: ['cut'], ben: ['cut'] },
  },
  'a provider that a new list of a service does not name no longer has this service in its own list': {
    writes: [
      ['ana', ['cut']],
      ['cut', ['ben']],
    ],
    lists: { ana: [], cut: ['ben'] },
    offers: { ana: [], ben: ['cut', 'nails'] },
  },
  'an empty list of services means that the provider offers no service': {
    writes: [['ana', []]],
    lists: { ana: [] },
    offers: { ana: [], ben: ['cut', 'nails'] },
  },
  'an empty list of providers means that no provider offers the service': {
    writes: [['cut', []]],
    lists: { cut: [] },
    offers: { ana: ['nails'], ben: ['nails'] },
  },
  'null removes a list': {
    writes: [
      ['cut', ['ana']],
      ['cut', null],
    ],
    lists: {},
    offers: { ana: ['cut', 'nails'], ben: ['cut', 'nails'] },
  },
  'null for a provider keeps the assignments that the lists of services name': {
    writes: [
      ['ana', ['cut', 'nails']],
      ['cut', ['ana']],
      ['ana', null],
    ],
    lists: { cut: ['ana'] },
    offers: { ana: ['cut', 'nails'], ben: ['nails'] },
  },
  'null for a service keeps the assignments that the lists of providers name': {
    writes: [
      ['ana', ['cut']],
      ['cut', ['ana', 'ben']],
      ['cut', null],
    ],
    lists: { ana: ['cut'] },
    offers: { ana: ['cut'], ben: ['cut', 'nails'] },
  },
  'null changes nothing when there is no list': {
    writes: [
      ['ana', ['cut']],
      ['cut', null],
      ['ben', null],
    ],
    lists: { ana: ['cut'] },
    offers: { ana: ['cut'], ben: ['cut', 'nails'] },
  },
};

describe('Assignments:', () => {
  let service: TestService;
  let ids: Record<Name, number>;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  beforeEach(async () => {
    const { admin } = service;
    const [ana, ben] = [await aProvider(admin), await aProvider(admin)];
    ids = { ana, ben, cut: await aService(admin), nails: await aService(admin) };
  });

  const isProvider = (name: Name) => name === 'ana' || name === 'ben';
  const memberOf = (name: Name) => (isProvider(name) ? 'serviceIds' : 'providerIds');
  const pathOf = (name: Name) => (isProvider(name) ? `/providers/${ids[name]}` : `/services/${ids[name]}`);
  const PROVIDERS: readonly Name[] = ['ana', 'ben'];
  const SERVICES: readonly Name[] = ['cut', 'nails'];
  const namesOf = (found: readonly number[], of: readonly Name[]) =>
    of.filter((name) => found.includes(ids[name]));

  const write = (name: Name, list: List) =>
    service.admin.patch(pathOf(name), { [memberOf(name)]: list?.map((each) => ids[each]) ?? null });

  async function readList(name: Name): Promise<List> {
    const { body } = await service.admin.get(pathOf(name));
    const list = body.data[memberOf(name)] as number[] | null;
    return list === null ? null : namesOf(list, isProvider(name) ? SERVICES : PROVIDERS);
  }

  async function idsIn(path: string): Promise<readonly number[]> {
    const { body } = await service.admin.get(path);
    return (body.data as { id: number }[]).map(({ id }) => id);
  }

  async function slotsOf(provider: Name, of: Name): Promise<number> {
    const path = `/availability/slots?providerId=${ids[provider]}&serviceId=${ids[of]}&date=${MONDAY}`;
    return (await service.admin.get(path)).body.meta.total as number;
  }

  it.each(Object.entries(CASES))('%s', async (_name, { writes, lists, offers }) => {
    for (const [name, list] of writes) expect((await write(name, list)).status).toBe(200);
    for (const name of [...PROVIDERS, ...SERVICES])
      expect([name, await readList(name)]).toEqual([name, lists[name] ?? null]);
    for (const provider of ['ana', 'ben'] as const) {
      const offered = offers[provider];
      const inList = namesOf(await idsIn(`/services?providerId=${ids[provider]}&length=100`), SERVICES);
      expect([provider, inList]).toEqual([provider, offered]);
      const inPublic = namesOf(await idsIn(`/providers/${ids[provider]}/services`), SERVICES);
      expect([provider, inPublic]).toEqual([provider, offered]);
      for (const each of ['cut', 'nails'] as const) {
        const isOffered = offered.includes(each);
        const found = (await idsIn(`/providers?serviceId=${ids[each]}&length=100`)).includes(ids[provider]);
        expect([provider, each, found]).toEqual([provider, each, isOffered]);
        const hasSlots = (await slotsOf(provider, each)) > 0;
        expect([provider, each, hasSlots]).toEqual([provider, each, isOffered]);
      }
    }
  });

  it('a booking of a service that the provider does not offer is refused', async () => {
    await write('ana', ['cut']);
    const { status, body } = await service.admin.post('/appointments', aBooking(ids.ana, ids.nails));
    expect([status, body.error.details.reason]).toEqual([422, 'service_not_offered']);
  });

  it('a PUT without a list keeps the list', async () => {
    await write('cut', ['ana']);
    await service.admin.put(pathOf('cut'), { name: 'Cut', durationMin: 45 });
    expect(await readList('cut')).toEqual(['ana']);
  });

  it('a refused change keeps the list', async () => {
    await write('cut', ['ana']);
    const refused = await service.admin.patch(pathOf('cut'), { providerIds: [ids.ben, 1] });
    expect([refused.status, refused.body.error.details]).toEqual([422, { providerIds: 'names no provider' }]);
    expect(await readList('cut')).toEqual(['ana']);
  });

  it('a list that contains an id twice is stored with one entry for it', async () => {
    const { body } = await service.admin.patch(pathOf('cut'), { providerIds: [ids.ben, ids.ana, ids.ben] });
    expect(body.data.providerIds).toEqual([ids.ana, ids.ben]);
    expect((await service.admin.get(pathOf('cut'))).body.data).toEqual(body.data);
  });

  it('the list of a provider keeps inactive and deleted services, and PUT accepts it', async () => {
    await write('ana', ['cut', 'nails']);
    await service.admin.patch(pathOf('cut'), { active: false });
    await service.admin.delete(pathOf('nails'));
    const { body } = await service.admin.get(pathOf('ana'));
    expect(body.data.serviceIds).toEqual([ids.cut, ids.nails]);
    expect((await service.admin.put(pathOf('ana'), body.data as object)).status).toBe(200);
    expect(await idsIn(`/services?providerId=${ids.ana}`)).toEqual([]);
    const refused = await service.admin.patch(pathOf('ben'), { serviceIds: [ids.nails] });
    expect([refused.status, refused.body.error.details]).toEqual([422, { serviceIds: 'names no service' }]);
  });

  it('a filter by an unknown or deleted id returns an empty list', async () => {
    expect(await idsIn('/services?providerId=1')).toEqual([]);
    expect(await idsIn('/services?providerId=999999')).toEqual([]);
    expect(await idsIn('/providers?serviceId=999999')).toEqual([]);
    await service.admin.delete(pathOf('cut'));
    expect(await idsIn(`/providers?serviceId=${ids.cut}`)).toEqual([]);
  });

  it('only callers with a key can read the lists', async () => {
    const [provider] = (await service.anonymous.get('/providers')).body.data as object[];
    expect(provider).not.toHaveProperty('serviceIds');
    expect(provider).not.toHaveProperty('schedule');
    const path = `/providers/${ids.ana}/services`;
    expect((await service.anonymous.get(path)).body.data[0]).not.toHaveProperty('providerIds');
    expect((await service.admin.get(path)).body.data[0]).toHaveProperty('providerIds', null);
  });

  it('ten concurrent writes to the lists of a provider and a service all succeed, and the service keeps its list', async () => {
    for (let round = 0; round < 3; round++) {
      const writes: readonly (readonly [Name, List])[] = [
        ['ana', ['cut']],
        ['cut', ['ana']],
        ['ana', null],
      ];
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => write(...(writes[i % 3] ?? ['ana', null]))),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
      expect(await readList('cut')).toEqual(['ana']);
      await write('cut', null);
    }
  });
});
