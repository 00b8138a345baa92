import { builtDocument } from '../../support/openapi/built-document';
import { operationsOf } from '../../../src/platform/openapi/operations';
import { ApiKeysService } from '../../../src/people/api-keys/api-keys.service';
import { FIRST_SEGMENTS } from '../../../src/platform/openapi/sections';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';
import type { Restrictions } from '../../../src/platform/restrictions';
import type { ApiClient } from '../../support/api-client';
import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { MATRIX } from './roles-matrix';

const ADMINISTRATOR = 1;
/** No record has this id, so an allowed call ends in a 404 or a 422 and changes nothing. */
const UNUSED_ID = '2147483647';

/** The statuses that a caller whom roles and scopes let in can get. */
const LET_IN = [200, 201, 400, 404, 422];

const ALL_SCOPES = [
  ...FIRST_SEGMENTS.flatMap((resource) => [`${resource}:read`, `${resource}:write`]),
  'appointments:book',
];

const BESIDE_ALL = ['users:read', 'api-keys:read'];

describe('A key with scopes', () => {
  let service: TestService;
  let scopes: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    service = await startTestService();
    scopes = new Map(
      operationsOf(builtDocument(service.app)).map(({ method, path, operation }) => [
        `${method} ${path}`,
        (operation as { 'x-scope'?: readonly string[] })['x-scope'] ?? [],
      ]),
    );
  });

  afterAll(() => service.stop());

  async function withRestrictions(restrictions: Restrictions, userId = ADMINISTRATOR): Promise<ApiClient> {
    const keys = service.app.get(ApiKeysService);
    return service.withKey((await keys.create(COMMAND_LINE, { userId, name: 'Test', restrictions })).key);
  }

  const send = (client: ApiClient, method: string, path: string) => {
    const filled = path.replace('{slug}', 'no-such-slug').replaceAll(/\{\w+\}/g, UNUSED_ID);
    return client.send(method, filled, ['POST', 'PUT', 'PATCH'].includes(method) ? { body: {} } : {});
  };

  it('can have one for the first segment of every path, and for no other', () => {
    const segments = MATRIX.map(([, path]) => path.split('/')[1] ?? '');
    expect(FIRST_SEGMENTS.toSorted()).toEqual([...new Set(segments)].sort());
  });

  it.each(MATRIX)('reaches %s %s with one of its scopes, and not with all others', async (method, path) => {
    const own = scopes.get(`${method} ${path}`) ?? [];
    expect(own.length).toBeGreaterThan(0);
    for (const scope of own) {
      const { status } = await send(await withRestrictions({ scopes: [scope] }), method, path);
      expect([scope, LET_IN.includes(status) ? 'let in' : status]).toEqual([scope, 'let in']);
    }
    const others = await withRestrictions({ scopes: ALL_SCOPES.filter((scope) => !own.includes(scope)) });
    expect(await send(others, method, path)).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden', details: { scope: own[0] } } },
    });
  });

  it('reaches all that is read with *:read but users and keys, and nothing that is written', async () => {
    const reader = await withRestrictions({ scopes: ['*:read'] });
    const wrong: string[] = [];
    for (const [method, path] of MATRIX) {
      const { status } = await send(reader, method, path);
      const own = (scopes.get(`${method} ${path}`) ?? []).filter((scope) => !BESIDE_ALL.includes(scope));
      const isRead = own.some((scope) => scope.endsWith(':read'));
      if (LET_IN.includes(status) !== isRead) wrong.push(`${method} ${path}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('can do no more than the roles of its user allow', async () => {
    const [clerkRow] = await service.query<{
      id: number;
    }>(`insert into users (name, roles, created_at, updated_at)
      values ('Clerk', '{staff}', now(), now()) returning id`);
    const clerk = await withRestrictions({ scopes: ['services:write', 'audit:read'] }, clerkRow?.id);
    const refused = [await clerk.post('/services', {}), await clerk.get('/audit')];
    expect(refused.map(({ status, body }) => [status, body.error.details])).toEqual([
      [403, undefined],
      [403, undefined],
    ]);
  });

  it('may send HEAD and other spellings of a path where it may send GET, and nowhere else', async () => {
    const reader = await withRestrictions({ scopes: ['services:read'] });
    const statusOf = async (method: string, path: string) => {
      const headers = { authorization: `Bearer ${reader.key ?? ''}` };
      return (await fetch(`${service.url}/api/v1${path}`, { method, headers })).status;
    };
    const expected = {
      ...{ '/services': 200, '/SERVICES': 200, '/services/': 404 },
      ...{
        '/customers': 403,
        '/CUSTOMERS': 403,
        '/%63ustomers': 404,
        '//customers': 404,
        '/customers/': 404,
      },
    };
    for (const [path, status] of Object.entries(expected))
      expect([path, await statusOf('GET', path), await statusOf('HEAD', path)]).toEqual([
        path,
        status,
        status,
      ]);
  });

  it('reads what an answer includes only with the scope of that, too', async () => {
    const { appointmentId } = await aDay();
    const reader = await withRestrictions({ scopes: ['appointments:read', 'services:read'] });
    const read = (path: string) => reader.get(path);
    expect(
      (await read(`/appointments/${appointmentId}?include=service`)).body.data.service.name,
    ).toBeDefined();
    for (const path of [
      `/appointments/${appointmentId}?include=service,customer`,
      '/appointments?include= customer',
    ])
      expect(await read(path)).toMatchObject({
        status: 403,
        body: { error: { details: { scope: 'customers:read' } } },
      });
  });

  it('sees only the busy times of a provider without appointments:read', async () => {
    const { providerId } = await aDay();
    const path = `/providers/${providerId}/appointments?month=${MONDAY.slice(0, 7)}`;
    const [busy, whole] = [['providers:read'], ['providers:read', 'appointments:read']];
    const membersWith = async (scopes: string[]) => {
      const { body } = await (await withRestrictions({ scopes })).get(path);
      return body.data.map((each: object) => Object.keys(each).sort());
    };
    const { body: publicView } = await service.anonymous.get(path);
    expect(await membersWith(busy)).toEqual(publicView.data.map((each: object) => Object.keys(each).sort()));
    expect((await membersWith(whole))[0]).toContain('customerId');
  });

  it('books in every form with appointments:book, and reads and changes nothing of it', async () => {
    const { providerId, serviceId, appointmentId } = await aDay();
    const booker = await withRestrictions({ scopes: ['appointments:book'] });
    const where = { providerId, serviceId, date: MONDAY };
    const guest = { name: 'Eva Berg', email: 'eva@example.com' };
    const held = await booker.post('/holds', { ...where, start: '13:00' });
    const answers = [
      held,
      await booker.post('/appointments', { ...where, ...guest, start: '11:00' }),
      await booker.post('/series', { ...where, ...guest, start: '12:00', rrule: 'FREQ=DAILY;COUNT=1' }),
      await booker.post('/visits', {
        ...guest,
        date: MONDAY,
        start: '14:00',
        items: [{ serviceId, providerId }],
      }),
      await booker.post('/waitlist', { ...guest, serviceId, from: MONDAY, to: MONDAY }),
      await booker.delete(`/holds/${held.body.data.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 200]);
    const refused = [
      await booker.get(`/appointments/${appointmentId}`),
      await booker.patch(`/appointments/${appointmentId}`, { notes: 'x' }),
      await booker.get(`/holds`),
      await booker.get('/customers'),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it('books with the scope to write of a path, too', async () => {
    for (const resource of ['appointments', 'series', 'visits', 'waitlist', 'holds']) {
      const writer = await withRestrictions({ scopes: [`${resource}:write`] });
      expect([resource, (await writer.post(`/${resource}`, {})).status]).toEqual([resource, 422]);
    }
  });

  it('works from the addresses that it allows, and from no other', async () => {
    const inside = await withRestrictions({ allowIp: ['10.0.0.0/8', '127.0.0.0/8'] });
    const outside = await withRestrictions({ allowIp: ['10.0.0.0/8'] });
    expect((await inside.get('/services')).status).toBe(200);
    for (const path of ['/services', '/providers'])
      expect(await outside.get(path, { headers: { 'x-forwarded-for': '10.1.2.3' } })).toMatchObject({
        status: 403,
        body: { error: { code: 'forbidden', message: 'This key does not work from this address' } },
      });
  });

  describe('behind a proxy', () => {
    let proxied: TestService;

    beforeAll(async () => {
      proxied = await startTestService({ environment: { TRUST_PROXY: '1' } });
    });

    afterAll(() => proxied.stop());

    it.each([
      '203.0.113.20:50001',
      '::ffff:203.0.113.20',
      '[2001:db8::5]:443',
      '2001:DB8::5',
      '"[2001:db8::5]"',
    ])(
      'works from an address that it allows, written as %s, and the record of its last use has the address alone',
      async (written) => {
        const restrictions = { allowIp: ['203.0.113.20', '2001:db8::/64'] };
        const keys = proxied.app.get(ApiKeysService);
        const issued = await keys.create(COMMAND_LINE, { userId: ADMINISTRATOR, name: 'Test', restrictions });
        const client = proxied.withKey(issued.key);
        const from = async (address: string) =>
          (await client.get('/services', { headers: { 'x-forwarded-for': address } })).status;
        expect(await from(written)).toBe(200);
        const readUse = async () => (await keys.get(issued.apiKey.id)).apiKey.lastUsedFrom;
        // The record is written in parallel with the request.
        let used = await readUse();
        while (used === null) used = await readUse();
        expect(used).toBe(written.includes('203') ? '203.0.113.20' : '2001:db8::5');
        for (const other of ['203.0.113.21:50001', '[2001:db9::5]:443', 'unknown', '203.0.113.20, unknown'])
          expect([other, await from(other)]).toEqual([other, 403]);
      },
    );
  });

  it('has a rate limit of its own', async () => {
    const slow = await withRestrictions({ rateLimit: 2 });
    const answers = [await slow.get('/services'), await slow.get('/services'), await slow.get('/services')];
    expect(answers.map(({ status, headers }) => [status, headers.get('ratelimit-limit')])).toEqual([
      [200, '2'],
      [200, '2'],
      [429, '2'],
    ]);
  });

  async function aDay() {
    const serviceId = await aService(service.admin);
    const providerId = await aProvider(service.admin);
    const booking = aBooking(providerId, serviceId, { date: MONDAY, start: '10:00' });
    const { body } = await service.admin.post('/appointments', booking);
    return { serviceId, providerId, appointmentId: body.data.id as number };
  }
});
