import type { OpenAPIObject } from '@nestjs/swagger';
import { anAppointment, aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const SPELLINGS = ['Große Weißstraße', 'GROSSE WEISSSTRASSE'] as const;

/** Creates, in each list with a search, something by a name. */
const CREATED: Readonly<Record<string, (service: TestService, name: string) => Promise<unknown>>> = {
  '/services': ({ admin }, name) => aService(admin, { name }),
  '/providers': ({ admin }, name) => aProvider(admin, { name }),
  '/categories': ({ admin }, name) => admin.post('/categories', { name }),
  '/resources': ({ admin }, name) => admin.post('/resources', { name, kind: 'room' }),
  '/customers': ({ admin }, name) => admin.post('/customers', { firstName: 'Mia', lastName: name }),
  '/appointments': booked,
  '/appointments/search': booked,
};

let start = 9;

async function booked({ admin }: TestService, notes: string): Promise<void> {
  await anAppointment(admin, await aProvider(admin), await aService(admin), {
    start: `${String(start++)}:00`.padStart(5, '0'),
    notes,
  });
}

describe('Every search', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    for (const [path, create] of Object.entries(CREATED))
      if (path !== '/appointments/search') for (const name of SPELLINGS) await create(service, name);
  });

  afterAll(() => service.stop());

  const found = async (path: string, q: string) =>
    (await service.admin.get(`${path}?q=${encodeURIComponent(q)}`)).body.meta.total as number;

  it('is tried here', async () => {
    const document = (await (await fetch(`${service.url}/docs/openapi.json`)).json()) as OpenAPIObject;
    const searched = Object.entries(document.paths).filter(([, { get }]) =>
      get?.parameters?.some((parameter) => 'name' in parameter && parameter.name === 'q'),
    );
    const paths = searched.map(([path]) => path.replace('/api/v1', ''));
    expect(paths.toSorted()).toEqual(Object.keys(CREATED).toSorted());
  });

  it.each(Object.keys(CREATED))('of %s finds ß as ss, and ss as ß', async (path) => {
    for (const q of ['straße', 'STRASSE', 'STRAẞE', 'weissstr', 'weißstr', 'große strasse', 'ß', 'ss'])
      expect([q, await found(path, q)]).toEqual([q, SPELLINGS.length]);
    expect(await found(path, 'straßse')).toBe(0);
  });
});

describe('A search for a person', () => {
  let service: TestService;
  let child: number;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    const [providerId, serviceId] = [await aProvider(admin), await aService(admin)];
    const parent = { name: 'Mia Keller', email: 'mia@käse.de' };
    await anAppointment(admin, providerId, serviceId, { ...parent, start: '09:00' });
    const booking = { ...parent, name: 'Ida Weiß', notes: 'Likes trains', start: '10:00' };
    child = (await anAppointment(admin, providerId, serviceId, booking)).id;
    await anAppointment(admin, providerId, serviceId, { start: '11:00', notes: 'With Ida' });
  });

  afterAll(() => service.stop());

  const found = async (path: string, q: string) => {
    const { body } = await service.admin.get(`${path}?q=${encodeURIComponent(q)}`);
    return (body.data as { id: number }[]).map(({ id }) => id);
  };

  it.each(['weiss', 'Weiß', 'ida weiß', 'ida trains', 'keller weiss', 'trains ida mia', 'id ei tr'])(
    'finds the appointment of an attendee by %j',
    async (q) => {
      expect(await found('/appointments', q)).toEqual([child]);
      expect(await found('/appointments/search', q)).toEqual([child]);
    },
  );

  it('finds those of the attendee and those whose notes have the word', async () => {
    expect(await found('/appointments', 'ida')).toHaveLength(2);
    expect(await found('/appointments', 'ida example.com')).toHaveLength(1);
  });

  it.each(['mia@käse.de', 'MIA@KÄSE.DE', 'mia@xn--kse-qla.de', 'XN--KSE-QLA.de', 'xn--kse-qla'])(
    'finds the e-mail address by %j',
    async (q) => {
      expect(await found('/customers', q)).toEqual([1]);
      expect(await found('/appointments', q)).toHaveLength(2);
    },
  );

  it('finds nothing by Punycode that stands for no letters', async () => {
    expect(await found('/customers', 'xn--')).toEqual([]);
    expect(await found('/customers', 'xn--a-ß%_')).toEqual([]);
  });
});
