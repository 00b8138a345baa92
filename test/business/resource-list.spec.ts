import { startTestService, type TestService } from '../support/test-service';

describe('The list of resources', () => {
  let service: TestService;
  let locationId: number;

  beforeAll(async () => {
    service = await startTestService();
    locationId = (await service.admin.post('/locations', { name: 'Main Street' })).body.data.id as number;
    for (const members of [
      { name: 'Sauna', kind: 'room', locationId },
      { name: 'chair 10_0', kind: 'chair' },
      { name: 'Öl-Massage', kind: 'room', active: false },
      { name: 'Chair 10_0', kind: 'x-ray', locationId },
    ]) {
      await service.admin.post('/resources', members);
      service.clock.advance(60_000);
    }
  });

  afterAll(() => service.stop());

  const names = async (query: string) => {
    const { status, body } = await service.admin.get(`/resources${query}`);
    expect(status).toBe(200);
    return (body.data as { name: string }[]).map(({ name }) => name);
  };

  it('is sorted by name, contains inactive resources, and has every member of meta', async () => {
    const { body } = await service.admin.get('/resources');
    expect((body.data as { name: string }[]).map(({ name }) => name)).toEqual([
      'chair 10_0',
      'Chair 10_0',
      'Öl-Massage',
      'Sauna',
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
    ['id:desc', ['Chair 10_0', 'Öl-Massage', 'chair 10_0', 'Sauna']],
    ['name:desc', ['Sauna', 'Öl-Massage', 'Chair 10_0', 'chair 10_0']],
    ['kind', ['chair 10_0', 'Sauna', 'Öl-Massage', 'Chair 10_0']],
    ['kind:desc', ['Chair 10_0', 'Sauna', 'Öl-Massage', 'chair 10_0']],
    ['created_at', ['Sauna', 'chair 10_0', 'Öl-Massage', 'Chair 10_0']],
  ])('with ?sort=%s, ties by id, is %j', async (sort, expected) => {
    expect(await names(`?sort=${sort}`)).toEqual(expected);
  });

  it.each([
    ['kind=room', ['Öl-Massage', 'Sauna']],
    ['kind=unknown', []],
    ['active=true', ['chair 10_0', 'Chair 10_0', 'Sauna']],
    ['active=0', ['Öl-Massage']],
    ['kind=room&active=1', ['Sauna']],
    ['q=CHAIR', ['chair 10_0', 'Chair 10_0']],
    ['q=10_0%20ray', ['Chair 10_0']],
    ['q=10%250', []],
    ['q=öl', ['Öl-Massage']],
    ['q=%20', ['chair 10_0', 'Chair 10_0', 'Öl-Massage', 'Sauna']],
    ['locationId=999999', []],
    ['length=3&page=2', ['Sauna']],
    ['page=2', []],
  ])('with ?%s is %j', async (query, expected) => {
    expect(await names(`?${query}`)).toEqual(expected);
  });

  it('with a locationId has only the resources of this location', async () => {
    expect(await names(`?locationId=${locationId}`)).toEqual(['Chair 10_0', 'Sauna']);
  });

  it('reports all invalid query parameters in one answer', async () => {
    const query = 'page=0&length=0&sort=active&kind=Two%20words&locationId=x&active=maybe';
    const { status, body } = await service.admin.get(`/resources?${query}`);
    expect(status).toBe(422);
    expect(Object.keys(body.error.details as object).sort()).toEqual([
      ...['active', 'kind', 'length', 'locationId', 'page', 'sort'],
    ]);
  });
});
