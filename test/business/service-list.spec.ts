import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

describe('the list of services', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    for (const [name, description, durationMin, price, active] of [
      ['nails', '100 % hands_and feet', 30, 20, true],
      ['Haircut', 'Wash \\ cut', 45, null, true],
      ['Öl-Massage', 'Überall', 60, 80.5, false],
      ['Haircut', null, 15, 20, true],
    ] as const) {
      await aService(service.admin, { name, description, durationMin, price, active });
      service.clock.advance(60_000);
    }
  });

  afterAll(() => service.stop());

  const durations = async (query: string) => {
    const { status, body } = await service.admin.get(`/services${query}`);
    expect(status).toBe(200);
    return (body.data as { durationMin: number }[]).map(({ durationMin }) => durationMin);
  };

  it('comes by name, inactive ones included, with all members of meta', async () => {
    const { body } = await service.admin.get('/services');
    expect((body.data as { name: string }[]).map(({ name }) => name)).toEqual([
      'Haircut',
      'Haircut',
      'nails',
      'Öl-Massage',
    ]);
    expect(body.meta).toEqual({
      page: 1,
      per_page: 25,
      total: 4,
      total_pages: 1,
      sort: 'name:asc',
      timestamp: '2026-11-20T08:04:00.000Z',
    });
  });

  it.each([
    ['id:desc', [15, 60, 45, 30]],
    ['name:desc', [60, 30, 45, 15]],
    ['durationMin', [15, 30, 45, 60]],
    ['duration_min:desc', [60, 45, 30, 15]],
    ['price:asc', [30, 15, 60, 45]],
    ['price:desc', [60, 30, 15, 45]],
    ['active', [60, 30, 45, 15]],
    ['createdAt:desc', [15, 60, 45, 30]],
  ])('sorts by %s, ties by id, nulls last', async (sort, expected) => {
    expect(await durations(`?sort=${sort}`)).toEqual(expected);
  });

  it('comes in pages that never overlap, and is empty past the end', async () => {
    expect(await durations('?length=3')).toEqual([45, 15, 30]);
    expect(await durations('?length=3&page=2')).toEqual([60]);
    const { body } = await service.admin.get('/services?length=3&page=3&sort=duration_min');
    expect(body.data).toEqual([]);
    expect(body.meta).toMatchObject({
      page: 3,
      per_page: 3,
      total: 4,
      total_pages: 2,
      sort: 'durationMin:asc',
    });
  });

  it('caps length at 100', async () => {
    expect((await service.admin.get('/services?length=1000')).body.meta.per_page).toBe(100);
  });

  it('refuses what it cannot read, together', async () => {
    const { status, body } = await service.admin.get(
      `/services?page=0&length=x&sort=description&providerId=x&q=${'x'.repeat(201)}`,
    );
    expect(status).toBe(422);
    expect(Object.keys(body.error.details as object).sort()).toEqual([
      'length',
      'page',
      'providerId',
      'q',
      'sort',
    ]);
  });

  it.each([
    ['haircut', [45, 15]],
    ['ÖL-massage', [60]],
    ['ÜBERALL', [60]],
    ['haircut wash', [45]],
    ['haircut feet', []],
    ['%', [30]],
    ['_', [30]],
    ['\\', [45]],
    [' ', [30, 45, 60, 15]],
  ])('finds %p in name and description', async (q, expected) => {
    expect(await durations(`?sort=id&q=${encodeURIComponent(q)}`)).toEqual(expected);
  });
});

describe('who offers a service', () => {
  let service: TestService;
  let haircut: number;
  let nails: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  beforeEach(async () => {
    haircut = await aService(service.admin);
    nails = await aService(service.admin);
  });

  /** Of the services of the test at hand. */
  const offered = async (providerId: number) => {
    const { status, body } = await service.admin.get(`/services?sort=id&providerId=${providerId}`);
    expect(status).toBe(200);
    return (body.data as { id: number }[]).map(({ id }) => id).filter((id) => id >= haircut);
  };

  it('is every provider, as long as nothing is assigned to it', async () => {
    expect(await offered(await aProvider(service.admin))).toEqual([haircut, nails]);
  });

  it('is whom providerIds names; a provider offers what is assigned to it and no more', async () => {
    const [ana, ben] = [await aProvider(service.admin), await aProvider(service.admin)];
    await service.admin.patch(`/services/${haircut}`, { providerIds: [ana, ana] });
    expect(await offered(ana)).toEqual([haircut]);
    expect(await offered(ben)).toEqual([haircut, nails]);
    const massage = await aService(service.admin, { providerIds: [ana, ben] });
    expect(await offered(ana)).toEqual([haircut, massage]);
    expect(await offered(ben)).toEqual([massage]);
  });

  it('is replaced by PUT and PATCH, and stays when providerIds is left out', async () => {
    const [ana, ben] = [await aProvider(service.admin), await aProvider(service.admin)];
    await service.admin.patch(`/services/${nails}`, { providerIds: [ana, ben] });
    await service.admin.put(`/services/${haircut}`, { name: 'Cut', durationMin: 30, providerIds: [ana] });
    await service.admin.put(`/services/${haircut}`, { name: 'Cut', durationMin: 45 });
    expect(await offered(ana)).toEqual([haircut, nails]);
    expect(await offered(ben)).toEqual([nails]);
    await service.admin.patch(`/services/${haircut}`, { providerIds: [ben] });
    expect(await offered(ana)).toEqual([nails]);
    expect(await offered(ben)).toEqual([haircut, nails]);
  });

  it('is nobody in particular after an empty list', async () => {
    const ana = await aProvider(service.admin);
    await service.admin.patch(`/services/${haircut}`, { providerIds: [ana] });
    await service.admin.patch(`/services/${haircut}`, { providerIds: [] });
    expect(await offered(ana)).toEqual([haircut, nails]);
  });

  it('decides what can be booked', async () => {
    const ana = await aProvider(service.admin);
    await service.admin.patch(`/services/${haircut}`, { providerIds: [ana] });
    const path = `/availability/slots?providerId=${ana}&serviceId=${nails}&date=${MONDAY}`;
    expect((await service.admin.get(path)).body.data).toEqual([]);
    const { status, body } = await service.admin.post('/appointments', aBooking(ana, nails));
    expect([status, body.error.details.reason]).toEqual([422, 'service_not_offered']);
  });

  it('stays as it was when a change is refused', async () => {
    const ana = await aProvider(service.admin);
    await service.admin.patch(`/services/${haircut}`, { providerIds: [ana] });
    const refused = await service.admin.patch(`/services/${haircut}`, { providerIds: [ana, 1] });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toEqual({ providerIds: 'names somebody who is no provider' });
    expect(await offered(ana)).toEqual([haircut]);
  });

  it('still counts when the assigned service is inactive or deleted', async () => {
    const ana = await aProvider(service.admin);
    await service.admin.patch(`/services/${haircut}`, { providerIds: [ana], active: false });
    expect(await offered(ana)).toEqual([]);
    await service.admin.delete(`/services/${haircut}`);
    expect(await offered(ana)).toEqual([]);
  });

  it('leaves out an inactive service, which cannot be booked', async () => {
    const ana = await aProvider(service.admin);
    await service.admin.patch(`/services/${nails}`, { active: false });
    expect(await offered(ana)).toEqual([haircut]);
    const { status, body } = await service.admin.post('/appointments', aBooking(ana, nails));
    expect([status, body.error.details.reason]).toEqual([422, 'service_unavailable']);
  });

  it('gives an empty list for somebody who is no provider', async () => {
    expect(await offered(1)).toEqual([]);
    expect(await offered(999_999)).toEqual([]);
  });

  it('takes assignments from both sides at once', async () => {
    const ana = await aProvider(service.admin);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        service.admin.patch(`/services/${haircut}`, { providerIds: [ana] }),
        service.admin.patch(`/services/${nails}`, { providerIds: [ana] }),
        service.admin.patch(`/providers/${ana}`, { serviceIds: [haircut, nails] }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      await service.admin.patch(`/providers/${ana}`, { serviceIds: [] });
    }
  });
});
