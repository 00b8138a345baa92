import { aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

describe('The list of services', () => {
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

  it('is sorted by name, contains inactive services, and has every member of meta', async () => {
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
  ])('with ?sort=%s, ties by id and nulls last, has the durations %j', async (sort, expected) => {
    expect(await durations(`?sort=${sort}`)).toEqual(expected);
  });

  it('is split into pages that do not overlap, and is empty after the last page', async () => {
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

  it('has pages of 100 entries when length is above 100', async () => {
    expect((await service.admin.get('/services?length=1000')).body.meta.per_page).toBe(100);
  });

  it('reports all invalid query parameters in one answer', async () => {
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

  it('can be filtered by category and by active', async () => {
    const categoryId = (await service.admin.post('/categories', { name: 'Hair' })).body.data.id as number;
    const { body } = await service.admin.get('/services?sort=id');
    const [, haircut, massage] = body.data as { id: number }[];
    for (const each of [haircut, massage]) await service.admin.patch(`/services/${each?.id}`, { categoryId });
    expect(await durations(`?categoryId=${categoryId}`)).toEqual([45, 60]);
    expect(await durations(`?categoryId=${categoryId}&active=true`)).toEqual([45]);
    expect(await durations('?active=true&sort=id')).toEqual([30, 45, 15]);
    expect(await durations('?active=false')).toEqual([60]);
    expect(await durations('?categoryId=999999')).toEqual([]);
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
  ])('with the search %p in name and description has the durations %j', async (q, expected) => {
    expect(await durations(`?sort=id&q=${encodeURIComponent(q)}`)).toEqual(expected);
  });
});
