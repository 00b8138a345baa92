import { ApiKeysService } from '../../../src/people/api-keys/api-keys.service';
import { operationsOf } from '../../../src/platform/openapi/operations';
import { HOUR_MS, SECOND_MS } from '../../../src/platform/time/units';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';
import type { ApiClient } from '../../support/api-client';
import { tokenIn } from '../../booking/manage/support/links';
import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { builtDocument } from '../../support/openapi/built-document';
import { aBrowserKey, PAGE, SCOPES_OF_PAGES, visitorWith } from '../../support/pages';
import { startTestService, type TestService } from '../../support/test-service';
import { MATRIX } from './roles-matrix';

const STRANGER = 'https://evil.example';
const UNUSED_ID = '2147483647';

/** All that a page may call. What is missing here is refused to every browser key, also with scopes for it. */
const OPEN = [
  'DELETE /holds/{id}',
  ...['calendar', 'next-available', 'slots', 'summary'].map((view) => `GET /availability/${view}`),
  'GET /catalogue',
  'GET /challenge',
  ...['GET /categories', 'GET /categories/{id}', 'GET /locations', 'GET /locations/{id}'],
  ...['GET /providers', 'GET /providers/slug/{slug}/services', 'GET /providers/{id}'],
  ...['appointments', 'schedule', 'services'].map((part) => `GET /providers/{id}/${part}`),
  ...['GET /services', 'GET /services/{id}'],
  ...['POST /appointments', 'POST /appointments/check-availability'],
  ...['POST /holds', 'POST /series', 'POST /visits', 'POST /waitlist'],
  ...['POST /availability/check', 'POST /availability/search'],
];

describe('A browser key', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;
  /** The tokens of a link of a customer and of a feed. */
  let link: string;
  let feed: string;

  beforeAll(async () => {
    service = await startTestService({ environment: { TRUST_PROXY: '1' } });
    serviceId = await aService(service.admin, { metadata: { margin: 'high' } });
    providerId = await aProvider(service.admin, { color: '#112233', metadata: { rank: '1' } });
    const booked = await service.admin.post(
      '/appointments',
      aBooking(providerId, serviceId, { start: '13:30' }),
    );
    link = tokenIn(booked.body.data.manageUrl);
    feed = /\/feeds\/(.+)\.ics$/.exec((await service.admin.post('/feed')).body.data.url)?.[1] ?? '';
  });

  afterAll(() => service.stop());

  /** A request with headers of its own alone. */
  const ask = (key: string, headers: Record<string, string>, path = '/services', method = 'GET') =>
    fetch(`${service.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });

  describe('at its origins', () => {
    it('works for a page of each of them', async () => {
      const other = 'http://localhost:8080';
      const { key } = await aBrowserKey(service, { origins: [PAGE, other] });
      for (const origin of [PAGE, other]) expect((await ask(key, { origin })).status).toBe(200);
    });

    it.each([
      ['of another origin', { origin: STRANGER }],
      ['of a subdomain', { origin: `https://www.salon.example` }],
      ['of another port', { origin: `${PAGE}:8443` }],
      ['without TLS', { origin: 'http://salon.example' }],
      ['in another spelling', { origin: 'https://Salon.example' }],
      ['with a path', { origin: `${PAGE}/` }],
      ['of an origin that begins alike', { origin: `${PAGE}.evil.example` }],
      ['of several origins', { origin: `${PAGE}, ${STRANGER}` }],
      ['in a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
      [
        'in a sandboxed frame of its own site',
        { origin: 'null', 'sec-fetch-site': 'same-origin', host: 'salon.example' },
      ],
      ['that says nothing', {}],
      ['that says only where it is', { referer: `${PAGE}/booking` }],
      ['of the same site', { 'sec-fetch-site': 'same-site', host: 'salon.example' }],
      ['that was opened by its visitor', { 'sec-fetch-site': 'none', host: 'salon.example' }],
      ['of the same origin elsewhere', { 'sec-fetch-site': 'same-origin', host: 'evil.example' }],
      ['of the same host on another port', { 'sec-fetch-site': 'same-origin', host: 'salon.example:8443' }],
    ])('is refused to a page %s', async (_which, headers) => {
      const { visitor } = await aBrowserKey(service);
      const page = visitorWith(service.withKey(visitor.key ?? ''), headers);
      for (const path of ['/services', '/providers'])
        expect(await page.get(path)).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } });
    });

    it('works for a page of the service’s own origin, whose browser names no origin when it reads', async () => {
      const { visitor } = await aBrowserKey(service);
      const own = { 'sec-fetch-site': 'same-origin', host: 'SALON.example' };
      expect((await visitorWith(service.withKey(visitor.key ?? ''), own).get('/services')).status).toBe(200);
    });

    it('ends at once, and no longer works at any origin', async () => {
      const { id, key } = await aBrowserKey(service);
      await service.app.get(ApiKeysService).revoke(COMMAND_LINE, id);
      expect((await ask(key, { origin: PAGE })).status).toBe(401);
    });
  });

  describe('without more than a page needs', () => {
    it('is open to these operations, with any scopes', () => {
      const open = operationsOf(builtDocument(service.app))
        .filter(({ operation }) =>
          ['public', 'visitors'].includes((operation as { 'x-browser'?: string })['x-browser'] ?? ''),
        )
        .map(({ method, path }) => `${method} ${path}`);
      const ofPages = open.filter((each) => OPEN.includes(each));
      expect(ofPages.sort()).toEqual(OPEN.toSorted());
      // Those of links and feeds, which need no key.
      for (const each of open.filter((other) => !OPEN.includes(other)))
        expect(MATRIX.find(([m, p]) => `${m} ${p}` === each)?.[2]).toBe('public');
    });

    it.each(MATRIX.filter(([, , who]) => who === 'public'))(
      'is served %s %s as a request without a key is, with any scopes',
      async (method, path) => {
        const filled = path
          .replace('{token}', () => (path.startsWith('/feeds') ? feed : method === 'GET' ? link : 'none'))
          .replace('{id}', '1')
          .replace('{slug}', 'none');
        const sending = method === 'GET' ? {} : { body: {} };
        const nobodys = await service.anonymous.send(method, filled, sending);
        expect([401, 403]).not.toContain(nobodys.status);
        for (const scope of SCOPES_OF_PAGES) {
          const { visitor } = await aBrowserKey(service, { scopes: [scope] });
          const { status } = await visitor.send(method, filled, sending);
          expect([scope, status]).toEqual([scope, nobodys.status]);
        }
      },
    );

    it('moves and cancels by link what it has booked', async () => {
      const { visitor } = await aBrowserKey(service, { scopes: ['appointments:book'] });
      const time = { providerId, serviceId, date: MONDAY, start: '11:00' };
      const booked = await visitor.post('/appointments', { name: 'Eva', email: 'eva@example.com', ...time });
      const path = `/manage/${tokenIn(booked.body.data.manageUrl)}`;
      const moved = await visitor.post(`${path}/move`, { start: `${MONDAY}T12:00:00Z` });
      expect(moved).toMatchObject({
        status: 200,
        body: { data: { appointments: [{ start: `${MONDAY}T12:00:00Z` }] } },
      });
      const cancelled = await visitor.post(`${path}/cancel`, {});
      expect(cancelled).toMatchObject({
        status: 200,
        body: { data: { appointments: [{ status: 'cancelled' }] } },
      });
    });

    it.each(MATRIX.filter(([method, path, who]) => who !== 'public' && !OPEN.includes(`${method} ${path}`)))(
      'cannot call %s %s',
      async (method, path) => {
        const { visitor } = await aBrowserKey(service);
        const filled = path.replace('{slug}', 'x').replaceAll(/\{\w+\}/g, UNUSED_ID);
        const body = ['POST', 'PUT', 'PATCH'].includes(method) ? { body: {} } : {};
        expect(await visitor.send(method, filled, body)).toMatchObject({
          status: 403,
          body: { error: { details: expect.anything() } },
        });
      },
    );

    it('is shown what a request without a key is shown', async () => {
      await service.admin.post('/appointments', aBooking(providerId, serviceId));
      await service.admin.post('/locations', { name: 'Centre', metadata: { rent: '1000' } });
      const gone = await aProvider(service.admin);
      await service.admin.delete(`/providers/${gone}`);
      const { visitor } = await aBrowserKey(service);
      const paths = [
        ...[
          '/providers',
          '/providers?includeColors=true',
          '/providers?sort=email:asc',
          '/providers?q=example.com',
        ],
        ...['/providers?metadata[rank]=2', '/locations', '/locations/1', '/locations?metadata[rent]=1'],
        ...[providerId, gone].flatMap((id) => [
          ...['services', 'schedule', `appointments?month=${MONDAY.slice(0, 7)}`].map(
            (part) => `/providers/${id}/${part}`,
          ),
        ]),
      ];
      for (const path of paths) {
        const [mine, nobodys] = [await visitor.get(path), await service.anonymous.get(path)];
        const shown = ({ body: { data, error, meta } }: typeof mine) => [
          data,
          error,
          meta?.total,
          meta?.ignored,
        ];
        expect([path, mine.status, ...shown(mine)]).toEqual([path, nobodys.status, ...shown(nobodys)]);
      }
    });

    it('is shown the active services and categories, and nothing internal of them', async () => {
      const category = { name: 'Secret', active: false, metadata: { a: 'b' } };
      const hiddenCategory = (await service.admin.post('/categories', category)).body.data.id as number;
      const shownCategory = (await service.admin.post('/categories', { name: 'Hair', metadata: { a: 'b' } }))
        .body.data.id as number;
      const hidden = await aService(service.admin, { active: false });
      const { visitor } = await aBrowserKey(service);
      const lists = await Promise.all(
        ['/services', '/services?active=false', '/categories'].map((path) => visitor.get(path)),
      );
      const idsOf = (list: (typeof lists)[number]) =>
        (list.body.data as { id: number }[]).map(({ id }) => id);
      expect(lists.map(idsOf)).toEqual([[serviceId], [], [shownCategory]]);
      const one = await visitor.get(`/services/${serviceId}`);
      const members = Object.keys((await service.admin.get(`/services/${serviceId}`)).body.data as object);
      expect(Object.keys(one.body.data as object)).toEqual(
        members.filter((name) => !['team', 'providerIds', 'metadata'].includes(name)),
      );
      expect((await visitor.get(`/categories/${shownCategory}`)).body.data).not.toHaveProperty('metadata');
      for (const path of [`/services/${hidden}`, `/categories/${hiddenCategory}`])
        expect([(await service.admin.get(path)).status, (await visitor.get(path)).status]).toEqual([
          200, 404,
        ]);
      expect((await visitor.get('/services?metadata[margin]=low')).body).toMatchObject({
        data: [{ id: serviceId }],
        meta: { ignored: ['metadata[margin]'] },
      });
    });

    it('is told of an inactive service that it cannot be booked, and neither its name nor its price', async () => {
      const ended = await aService(service.admin, { active: false, name: 'Ended', price: 987.65 });
      const { visitor } = await aBrowserKey(service);
      const query = `serviceId=${ended}&providerId=${providerId}`;
      const time = { providerId, serviceId: ended, date: MONDAY, start: '16:00' };
      const check = await visitor.post('/availability/check', time);
      expect(check.body.data).toMatchObject({ reason: 'service_unavailable', alternatives: [] });
      const slots = await visitor.get(`/availability/slots?${query}&date=${MONDAY}`);
      expect(slots.body).toMatchObject({ data: [], meta: { durationMin: 30 } });
      const next = await visitor.get(`/availability/next-available?${query}`);
      const booked = await visitor.post('/appointments', { name: 'Eva', email: 'eva@example.com', ...time });
      expect(booked.body.error.details.reason).toBe('service_unavailable');
      const told = [check, slots, next, booked].map(({ body }) => JSON.stringify(body));
      expect(told.filter((each) => /Ended|987/.test(each))).toEqual([]);
    });

    it('reads an active provider as the list shows it without a key', async () => {
      const gone = await aProvider(service.admin);
      await service.admin.delete(`/providers/${gone}`);
      const { visitor } = await aBrowserKey(service);
      const listed = (await service.anonymous.get('/providers')).body.data as { id: number }[];
      const one = await visitor.get(`/providers/${providerId}`);
      expect(one.body.data).toEqual(listed.find(({ id }) => id === providerId));
      expect(one.body.data).toMatchObject({ email: null, phone: null });
      expect((await visitor.get(`/providers/${gone}`)).status).toBe(404);
    });

    it('is told of conflicts when they are, and not which they are', async () => {
      const { visitor } = await aBrowserKey(service);
      const time = { providerId, serviceId, date: MONDAY, start: '15:00' };
      await service.admin.post('/appointments', aBooking(providerId, serviceId, { start: '15:00' }));
      const conflictsOf = async (client: ApiClient, path: string) =>
        (await client.post(path, time)).body.data.conflicts as {
          id: number | null;
          start: string;
          end: string;
        }[];
      for (const path of ['/availability/check', '/appointments/check-availability']) {
        const [whole] = await conflictsOf(service.admin, path);
        expect(whole?.id).toEqual(expect.any(Number));
        expect(await conflictsOf(visitor, path)).toEqual([{ ...whole, id: null }]);
      }
    });

    it.each([
      ['/availability/check', { customerId: 1 }, 'customerId'],
      ['/availability/check', { customer_id: 1 }, 'customerId'],
      ['/availability/check', { excludeAppointmentId: 1 }, 'excludeAppointmentId'],
      ['/availability/check', { ignoreSchedule: false }, 'ignoreSchedule'],
      ['/availability/check', { resource_ids: [] }, 'resourceIds'],
      ['/appointments/check-availability', { end_time: '18:00' }, 'end'],
    ])('cannot ask %s with %j', async (path, more, member) => {
      const { visitor } = await aBrowserKey(service);
      const time = { providerId, serviceId, date: MONDAY, start: '16:00' };
      expect((await visitor.post(path, time)).status).toBe(200);
      expect(await visitor.post(path, { ...time, ...more })).toMatchObject({
        status: 403,
        body: { error: { details: { browser: member } } },
      });
    });

    it('cannot book without a message', async () => {
      const { visitor } = await aBrowserKey(service);
      const who = { name: 'Mia Keller', email: 'mia@example.com' };
      const what = { providerId, serviceId, date: MONDAY, start: '16:00', notify: false };
      expect(await visitor.post('/appointments', { ...who, ...what })).toMatchObject({
        status: 403,
        body: { error: { details: { browser: 'notify' } } },
      });
    });

    it('cannot ask for slots as if an appointment were moved', async () => {
      const { visitor } = await aBrowserKey(service);
      const path = `/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${MONDAY}`;
      expect((await visitor.get(path)).status).toBe(200);
      expect((await visitor.get(`${path}&excludeAppointmentId=1`)).status).toBe(403);
    });
  });

  describe('for many visitors', () => {
    const from = (address: string) => ({ origin: PAGE, 'x-forwarded-for': address });

    it('counts the requests of each address, and those of an IPv6 network together', async () => {
      const { key } = await aBrowserKey(service, { rateLimit: 1 });
      const statusFrom = async (address: string) => (await ask(key, from(address))).status;
      const asked = [
        '192.0.2.1',
        '192.0.2.1',
        '192.0.2.2',
        '2001:db8:1:1::1',
        '2001:db8:1:1::2',
        '2001:db8:1:2::1',
      ];
      const statuses: number[] = [];
      for (const address of asked) statuses.push(await statusFrom(address));
      expect(statuses).toEqual([200, 429, 200, 200, 429, 200]);
    });

    it('counts the holds of each address, whichever port it comes from', async () => {
      const { key } = await aBrowserKey(service);
      const lone = await aProvider(service.admin);
      const statuses = [];
      for (const [nth, start] of ['09:00', '10:00', '11:00', '12:00'].entries()) {
        const visitor = visitorWith(service.withKey(key), from(`192.0.2.30:${50_000 + nth}`));
        const body = { serviceId, providerId: lone, date: MONDAY, start };
        statuses.push((await visitor.post('/holds', body)).status);
      }
      expect(statuses).toEqual([201, 201, 201, 422]);
    });

    it('counts the requests of one visitor with the key and its successor together', async () => {
      const { id, key } = await aBrowserKey(service, { rateLimit: 2 });
      const successor = await service.app.get(ApiKeysService).rotate(COMMAND_LINE, id, HOUR_MS);
      const statuses: number[] = [];
      for (const each of [key, successor.key, key])
        statuses.push((await ask(each, from('192.0.2.9'))).status);
      expect(statuses).toEqual([200, 200, 429]);
    });
  });

  it('lets its scopes decide which of what takes a key is open', async () => {
    const { visitor } = await aBrowserKey(service, { scopes: ['availability:read'] });
    for (const path of ['/services', '/categories', '/catalogue'])
      expect(await visitor.get(path)).toMatchObject({
        status: 403,
        body: { error: { details: { scope: `${path.slice(1)}:read` } } },
      });
    service.clock.advance(SECOND_MS);
  });
});
