import type { ApiClient } from '../../support/api-client';
import { MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { openTwoSalons, restrictedKey, type TwoSalons } from '../../support/two-salons';

const UNUSED_ID = 2147483647;
const NARROWED = { error: { code: 'forbidden', details: { narrowed: true } } };

describe('A narrowed key', () => {
  let service: TestService;
  let salons: TwoSalons;
  /** Keys that are narrowed to the leader of the north, to its place, and to both. */
  let stylist: ApiClient;
  let place: ApiClient;
  let stylistThere: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    salons = await openTwoSalons(service);
    const { leader, locationId } = salons.north;
    stylist = await restrictedKey(service, { providers: [leader] });
    place = await restrictedKey(service, { locations: [locationId] });
    stylistThere = await restrictedKey(service, { providers: [leader], locations: [locationId] });
  });

  afterAll(() => service.stop());

  it.each([
    '/catalogue',
    '/services',
    '/categories',
    '/providers',
    '/locations',
    '/resources',
    '/business-hours',
    '/special-hours',
    '/closures',
  ])('reads %s as a key that is not narrowed', async (path) => {
    const [own, whole] = [await stylist.get(path), await service.admin.get(path)];
    expect([own.status, own.body.data]).toEqual([200, whole.body.data]);
  });

  it.each([
    ['POST', '/services', { name: 'Perm', durationMin: 30 }],
    ['POST', '/categories', { name: 'Hair' }],
    ['POST', '/locations', { name: 'South' }],
    ['POST', '/resources', { name: 'Chair', kind: 'chair' }],
    ['POST', '/closures', { start: MONDAY, end: MONDAY }],
    ['PUT', '/business-hours', { workStart: '09:00', workEnd: '17:00' }],
    ['PUT', `/special-hours/${MONDAY}`, { hours: [] }],
    ['POST', '/providers', { name: 'Nina', email: 'nina@nord.example' }],
    ['DELETE', '/providers/{id}', undefined],
    ['PUT', '/providers/{id}', { name: 'Nina', email: 'nina@nord.example' }],
    ['PATCH', '/providers/{id}', { name: 'Nina' }],
    ['PATCH', '/providers/{id}', { schedule: [], active: false }],
    ['POST', '/customers', { name: 'Nina', email: 'nina@nord.example' }],
    ['PATCH', '/customers/{customer}', { email: 'mine@nord.example' }],
    ['PUT', '/customers/{customer}', { name: 'Nina', email: 'mine@nord.example' }],
    ['DELETE', '/customers/{customer}', undefined],
    ['POST', '/providers/{id}/feed', undefined],
    ['DELETE', '/providers/{id}/feed', undefined],
    ['POST', '/locations/1/feed', undefined],
    ['DELETE', '/locations/1/feed', undefined],
    ['POST', '/feed', undefined],
    ['DELETE', '/feed', undefined],
    ['GET', '/events', undefined],
    ['GET', '/events/stream', undefined],
    ['GET', '/audit', undefined],
    ['GET', '/reports/utilisation', undefined],
    ['GET', '/webhooks', undefined],
    ['GET', '/customers/{customer}/export', undefined],
    ['POST', '/customers/{customer}/erase', undefined],
  ] as const)('is refused %s %s with %j', async (method, path, body) => {
    const { leader, regular } = salons.north;
    const filled = path.replace('{id}', String(leader)).replace('{customer}', String(regular));
    expect(await stylist.send(method, filled, body && { body })).toMatchObject({
      status: 403,
      body: NARROWED,
    });
  });

  const OWN_PATHS = ['schedule', 'working-hours', 'special-hours', 'time-off'];

  it.each(OWN_PATHS)('reads the %s of its own providers alone', async (path) => {
    const { north, south } = salons;
    const statusOf = async (client: ApiClient, id: number | string) =>
      (await client.get(`/providers/${id}/${path}`)).status;
    expect(await statusOf(stylist, north.leader)).toBe(200);
    expect(await statusOf(stylistThere, north.leader)).toBe(200);
    for (const id of [south.leader, UNUSED_ID, `0${north.leader}`, `${north.leader}.0`])
      expect([id, await statusOf(stylist, id)]).toEqual([id, 404]);
    expect(await statusOf(place, north.leader)).toBe(404);
  });

  it('gives its own providers hours and time off, and no others', async () => {
    const { north, south } = salons;
    const hours = [{ start: '10:00', end: '12:00' }];
    const off = { start: '2026-12-24', end: '2026-12-24' };
    for (const [id, statuses] of [
      [north.leader, [200, 200, 201]],
      [south.leader, [404, 404, 404]],
      [UNUSED_ID, [404, 404, 404]],
    ] as const) {
      const path = `/providers/${id}`;
      const schedule = [{ day: 'monday', start: '09:00', end: '17:00' }];
      const answers = [
        await stylist.patch(path, { schedule }),
        await stylist.put(`${path}/special-hours/2026-12-23`, { hours }),
        await stylist.post(`${path}/time-off`, off),
      ];
      expect(answers.map(({ status }) => status)).toEqual(statuses);
    }
  });

  it('is told nothing of what new time off overlaps elsewhere', async () => {
    const { north } = salons;
    const off = { start: `${MONDAY}T13:00:00Z`, end: `${MONDAY}T15:00:00Z` };
    const conflictsOf = async (client: ApiClient) => {
      const { body } = await client.post(`/providers/${north.leader}/time-off`, off);
      return (body.meta.conflicts as { id: number }[]).map(({ id }) => id);
    };
    expect(await conflictsOf(stylist)).toEqual([north.placeless, north.ofBoth]);
    expect(await conflictsOf(stylistThere)).toEqual([north.ofBoth]);
  });

  it('names a place of its own alone in a schedule', async () => {
    const { north, south } = salons;
    const schedule = [{ day: 'monday', start: '09:00', end: '17:00', locationId: south.locationId }];
    const { status, body } = await stylistThere.patch(`/providers/${north.leader}`, { schedule });
    expect([status, body.error.details]).toEqual([422, { 'schedule[0].locationId': 'names no location' }]);
  });

  it.each([
    ['GET', '/Providers/{id}/time-off'],
    ['GET', '//providers/{id}/time-off'],
    ['GET', '/providers/{id}/time-off/'],
    ['GET', '/providers/%32/../{id}/time-off'],
    ['HEAD', '/providers/{id}/time-off'],
    ['GET', '/providers/{id}%20/time-off'],
    ['GET', '/appointments/{appointment}?include=customer'],
    ['HEAD', '/appointments/{appointment}'],
    ['GET', '/appointments/{appointment}/'],
    ['GET', '/Appointments/{appointment}'],
  ])('finds nothing foreign by an odd spelling: %s %s', async (method, path) => {
    const { leader, alone } = salons.south;
    const filled = path.replace('{id}', String(leader)).replace('{appointment}', String(alone));
    const { status, body } = await stylist.send(method, filled);
    expect([404, 405]).toContain(status);
    expect(JSON.stringify(body ?? '')).not.toMatch(/sued|Sued/);
  });
});
