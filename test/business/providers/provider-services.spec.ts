import { aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('A provider', () => {
  let service: TestService;
  let cut: number;
  let beard: number;

  beforeAll(async () => {
    service = await startTestService();
    cut = await aService(service.admin, { name: 'Cut' });
    beard = await aService(service.admin, { name: 'Beard' });
  });

  afterAll(() => service.stop());

  const idsOf = async (providerId: number) => {
    const { body } = await service.anonymous.get(`/providers/${providerId}/services`);
    return (body.data as { id: number }[]).map(({ id }) => id);
  };

  it('without a list of services offers all active services, sorted by name', async () => {
    const id = await aProvider(service.admin);
    const { status, body } = await service.anonymous.get(`/providers/${id}/services`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject([{ id: beard }, { id: cut }]);
    const { team, providerIds, metadata, ...shown } = (await service.admin.get(`/services/${beard}`)).body
      .data;
    expect([team, providerIds, metadata]).toEqual([[], null, {}]);
    expect(body.data[0]).toEqual(shown);
    expect(body.meta).toEqual({ total: 2 });
  });

  it('with a list of services offers only the services of the list', async () => {
    const id = await aProvider(service.admin, { serviceIds: [cut, cut] });
    expect(await idsOf(id)).toEqual([cut]);
    await service.admin.patch(`/providers/${id}`, { serviceIds: [cut, beard] });
    expect(await idsOf(id)).toEqual([beard, cut]);
    await service.admin.patch(`/providers/${id}`, { serviceIds: [] });
    expect(await idsOf(id)).toEqual([]);
    await service.admin.patch(`/providers/${id}`, { serviceIds: null });
    expect(await idsOf(id)).toEqual([beard, cut]);
  });

  it('offers no service when every service of its list is deleted or inactive', async () => {
    const [gone, idle] = [
      await aService(service.admin),
      await aService(service.admin, { name: 'Idle', active: false }),
    ];
    const id = await aProvider(service.admin, { serviceIds: [gone, idle] });
    await service.admin.delete(`/services/${gone}`);
    expect(await idsOf(id)).toEqual([]);
  });

  it('has slots only for the services of its list', async () => {
    const id = await aProvider(service.admin, { serviceIds: [cut] });
    const slotsOf = async (serviceId: number) => {
      const query = `providerId=${id}&serviceId=${serviceId}&date=2026-11-23`;
      return (await service.admin.get(`/availability/slots?${query}`)).body.meta.total as number;
    };
    expect([await slotsOf(cut), await slotsOf(beard)]).toEqual([16, 0]);
  });

  it('has the same list of services under its slug and under its id', async () => {
    const id = await aProvider(service.admin, { slug: 'ana-silva', serviceIds: [cut] });
    const bySlug = await service.anonymous.get('/providers/slug/ana-silva/services');
    expect(bySlug.status).toBe(200);
    expect(bySlug.body).toEqual((await service.anonymous.get(`/providers/${id}/services`)).body);
    expect(bySlug.body.data).toMatchObject([{ id: cut }]);
  });

  it.each(['services', 'schedule', 'appointments'])(
    'that is deactivated gets a 404 from GET /providers/{id}/%s without a key, and a 200 with a key',
    async (view) => {
      const id = await aProvider(service.admin, { active: false });
      expect((await service.anonymous.get(`/providers/${id}/${view}`)).status).toBe(404);
      expect((await service.admin.get(`/providers/${id}/${view}`)).status).toBe(200);
    },
  );

  it('that is deactivated gets a 404 from GET /providers/slug/{slug}/services without a key', async () => {
    await aProvider(service.admin, { active: false, slug: 'gone' });
    expect((await service.anonymous.get('/providers/slug/gone/services')).status).toBe(404);
    expect((await service.admin.get('/providers/slug/gone/services')).status).toBe(200);
  });

  it.each([
    '/providers/999/services',
    '/providers/x/services',
    '/providers/slug/unknown/services',
    '/providers/slug/%00/services',
    '/providers/slug/a%20b/services',
  ])('that does not exist gets a 404 from GET %s', async (path) => {
    const { status, body } = await service.anonymous.get(path);
    expect(status).toBe(404);
    expect(body.error).toEqual({ code: 'NOT_FOUND', message: 'No such provider' });
  });
});
