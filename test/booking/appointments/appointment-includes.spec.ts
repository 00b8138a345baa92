import { anAppointment, aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

const ALL = 'customer,service,provider,location';

describe('The query parameter include', () => {
  let service: TestService;
  let whole: { id: number; customerId: number };
  let bare: { id: number; customerId: number };
  let expected: { customer: object; service: object; provider: object; location: object };

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    const schedule = [{ day: 'monday', start: '08:00', end: '18:00' }];
    const provider = await aProvider(admin, { name: 'Ana Silva', schedule, phone: '030 901821' });
    const haircut = await aService(admin, { price: 38.5, providerIds: [provider] });
    const gone = await aService(admin);
    const place = await admin.post('/locations', { name: 'Main street' });
    whole = await anAppointment(admin, provider, haircut, {
      locationId: place.body.data.id,
      phone: '030 1234',
    });
    bare = await anAppointment(admin, await aProvider(admin), gone, { start: '12:00' });
    await admin.delete(`/services/${gone}`);
    const read = async (path: string) => (await admin.get(path)).body.data as object;
    expected = {
      customer: await read(`/customers/${whole.customerId}`),
      service: await read(`/services/${haircut}`),
      provider: await read(`/providers/${provider}`),
      location: await read(`/locations/${place.body.data.id}`),
    };
  });

  afterAll(() => service.stop());

  it('adds each named resource to its id, as the GET of that resource shows it', async () => {
    const plain = (await service.admin.get(`/appointments/${whole.id}`)).body.data as object;
    const { body } = await service.admin.get(`/appointments/${whole.id}?include=${ALL}`);
    expect(body.data).toEqual({ ...plain, ...expected });
  });

  it('adds only the named resources, and none when it is absent', async () => {
    const members = async (query: string) => {
      const { body } = await service.admin.get(`/appointments/${whole.id}${query}`);
      return ALL.split(',').filter((name) => name in (body.data as object));
    };
    expect(await members('')).toEqual([]);
    expect(await members('?include=location,customer')).toEqual(['customer', 'location']);
  });

  it.each([
    '/appointments?',
    '/appointments/search?q=ana&',
    'CUSTOMER/appointments?',
    'CUSTOMER/appointments/upcoming?',
  ])('adds the resources to the appointments of the list %s', async (path) => {
    const list = path.replace('CUSTOMER', `/customers/${whole.customerId}`);
    const { body } = await service.admin.get(`${list}include=${ALL}`);
    expect((body.data as { id: number }[]).find(({ id }) => id === whole.id)).toMatchObject(expected);
  });

  it('adds the resources to the history of a customer', async () => {
    service.clock.set('2026-11-24T08:00:00Z');
    const { body } = await service.admin.get(
      `/customers/${whole.customerId}/appointments/history?include=provider`,
    );
    expect(body.data).toMatchObject([{ id: whole.id, provider: expected.provider }]);
    service.clock.set('2026-11-20T08:00:00Z');
  });

  it('adds null for a deleted service and for a location that is not set', async () => {
    const { body } = await service.admin.get(`/appointments/${bare.id}?include=service,location`);
    expect(body.data).toMatchObject({ service: null, location: null });
  });

  it('is refused with the list of allowed names when it contains another name', async () => {
    for (const path of [
      `/appointments/${whole.id}`,
      '/appointments',
      `/customers/${whole.customerId}/appointments`,
    ]) {
      const { status, body } = await service.admin.get(`${path}?include=customer,notes`);
      expect(status).toBe(422);
      expect(body.error.details.include).toContain('customer, service, provider, location');
    }
  });

  it('makes the entity tag cover the added resources, of which If-Match compares only the appointment', async () => {
    const path = `/appointments/${whole.id}`;
    const tagOf = async (query: string) => (await service.admin.get(path + query)).headers.get('etag') ?? '';
    const [plain, including] = [await tagOf(''), await tagOf('?include=customer')];
    await service.admin.patch(`/customers/${whole.customerId}`, { notes: 'Prefers mornings' });
    expect(await tagOf('')).toBe(plain);
    expect(await tagOf('?include=customer')).not.toBe(including);
    const write = async (tag: string, notes: string) =>
      (await service.admin.patch(path, { notes }, { headers: { 'if-match': tag } })).status;
    expect(await write(including, 'Rings')).toBe(200);
    expect(await write(including, 'Calls')).toBe(412);
    expect(await write(await tagOf(`?include=${ALL}`), 'Calls')).toBe(200);
  });

  it('answers 304 to the tag of the same inclusions alone', async () => {
    const path = `/appointments/${whole.id}`;
    const read = (query: string, tag = '') =>
      service.admin.get(path + query, { headers: { 'if-none-match': tag } });
    const tag = (await read('?include=customer')).headers.get('etag') ?? '';
    const answers = [
      await read('?include=customer', tag),
      await read('', tag),
      await read('?include=service', tag),
    ];
    expect(answers.map(({ status }) => status)).toEqual([304, 200, 200]);
  });
});

describe('The query parameter updatedFrom', () => {
  let service: TestService;
  let early: { id: number };
  let late: { id: number };

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    const { admin, clock } = service;
    const [provider, consultation] = [await aProvider(admin), await aService(admin)];
    clock.set('2026-11-20T08:00:00.250Z');
    early = await anAppointment(admin, provider, consultation, { start: '10:00' });
    clock.set('2026-11-20T23:30:00Z');
    late = await anAppointment(admin, provider, consultation, { start: '11:00' });
  });

  afterAll(() => service.stop());

  const idsOf = async (query: string) => {
    const { body } = await service.admin.get(`/appointments?${query}`);
    expect(body.meta.total).toBe(body.data.length);
    return (body.data as { id: number }[]).map(({ id }) => id);
  };

  it.each([
    ['2026-11-20T08:00:00.250Z', () => [early.id, late.id]],
    ['2026-11-20T08:00:00.251Z', () => [late.id]],
    ['2026-11-21', () => [late.id]],
    ['2026-11-22', () => []],
  ])('selects the appointments that were created or changed at %s or later', async (from, expected) => {
    expect(await idsOf(`updatedFrom=${encodeURIComponent(from)}`)).toEqual(expected());
  });

  it('selects an appointment again after a later change', async () => {
    service.clock.set('2026-11-22T09:00:00Z');
    await service.admin.patch(`/appointments/${early.id}`, { notes: 'Rings twice' });
    expect(await idsOf('updatedFrom=2026-11-22&sort=updatedAt')).toEqual([early.id]);
  });

  it('accepts the updatedAt of an answer unchanged', async () => {
    const { body } = await service.admin.get(`/appointments/${late.id}`);
    const from = encodeURIComponent(body.data.updatedAt as string);
    expect(await idsOf(`updatedFrom=${from}`)).toContain(late.id);
  });
});
