import sharp from 'sharp';
import { type AuditedResource, RESOURCES } from '../../src/operating/audit/audited-resources';
import type { ApiClient, Sending } from '../support/api-client';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { tokenIn } from '../booking/manage/support/links';
import { KINDS } from '../fuzz/support/kinds';
import { MATRIX } from './access/roles-matrix';

/** A request that writes, and the resource whose audit entry the test expects. */
interface Write extends Sending {
  readonly path: string;
  readonly changes: AuditedResource;
}

type MakeWrite = (client: ApiClient) => Promise<Write>;

const created = async (client: ApiClient, path: string, body: object) =>
  (await client.post(path, body)).body.data.id as number;
const booked = async (client: ApiClient) =>
  (await anAppointment(client, await aProvider(client), await aService(client))).id;
const customer = (client: ApiClient) => created(client, '/customers', { firstName: 'Mia' });
const location = (client: ApiClient) => created(client, '/locations', { name: 'Main street' });
const held = async (client: ApiClient) => ({
  providerId: await aProvider(client),
  serviceId: await aService(client),
  date: MONDAY,
  start: '10:00',
});
const weekly = async (client: ApiClient) => ({
  ...(await held(client)),
  ...{ name: 'Mia Keller', email: 'mia@example.com', rrule: 'FREQ=WEEKLY;COUNT=2' },
});
const visit = async (client: ApiClient) => {
  const { serviceId, date, start } = await held(client);
  return { name: 'Mia Keller', email: 'mia@example.com', date, start, items: [{ serviceId }, { serviceId }] };
};
const offered = async (client: ApiClient) =>
  created(client, '/waitlist', {
    name: 'Mia Keller',
    email: 'mia@example.com',
    serviceId: await aService(client),
    providerId: await aProvider(client),
    from: MONDAY,
    to: MONDAY,
  });
const ASKING = { questions: [{ key: 'allergies', label: 'Allergies?', type: 'text' }] };
/** A write by the link of a new appointment. */
const byLink =
  (rest: string, body: object): MakeWrite =>
  async (client) => {
    const [provider, service] = [await aProvider(client), await aService(client, ASKING)];
    const { id } = await anAppointment(client, provider, service);
    const { manageUrl } = (await client.get(`/appointments/${id}`)).body.data;
    return { path: `/manage/${tokenIn(manageUrl)}${rest}`, body, changes: 'appointments' };
  };
const byLinkOfOffer =
  (rest: string): MakeWrite =>
  async (client) => {
    const { manageUrl } = (await client.get(`/waitlist/${await offered(client)}`)).body.data;
    return { path: `/manage/${tokenIn(manageUrl)}${rest}`, body: {}, changes: 'waitlist' };
  };
const HOOK = { url: 'https://8.8.8.8/hook' };
const API_KEY = { userId: 1, name: 'Till' };
const apiKey = (client: ApiClient) => created(client, '/api-keys', API_KEY);
const webhook = (client: ApiClient) => created(client, '/webhooks', HOOK);
const room = (client: ApiClient) => created(client, '/resources', { name: 'Room 1', kind: 'room' });
const CLOSURE = { start: '2027-01-04', end: '2027-01-04' };
const SERVICE = { name: 'Colour', durationMin: 90 };
const CALENDAR = { url: 'https://8.8.8.8/ana.ics' };
const SUNDAY = '/special-hours/2026-12-20';
const SUNDAY_HOURS = { hours: [{ start: '10:00', end: '16:00' }] };

/** A write to an existing resource. @param rest the part of the path after the id */
const on =
  (
    changes: Write['changes'],
    make: (client: ApiClient) => Promise<number>,
    body?: object,
    rest = '',
  ): MakeWrite =>
  async (client) => ({ path: `/${changes}/${await make(client)}${rest}`, body, changes });
const to =
  (path: string, changes: Write['changes'], body: object): MakeWrite =>
  () =>
    Promise.resolve({ path, body, changes });

const onCalendar =
  (body?: object): MakeWrite =>
  async (client) => {
    const path = `/providers/${await aProvider(client)}/busy-calendars`;
    return { path: `${path}/${await created(client, path, CALENDAR)}`, body, changes: 'busy-calendars' };
  };

/** Those of the kinds that are created, put, patched and deleted by one path. */
const PLAIN_WRITES = Object.values(KINDS).flatMap(({ owner, plain }): [string, MakeWrite][] => {
  if (owner === undefined || plain === undefined) return [];
  const changes = owner as AuditedResource;
  const make = (client: ApiClient) => created(client, `/${owner}`, plain);
  const changed = { metadata: { ref: 'N1' } };
  return [
    [`POST /${owner}`, to(`/${owner}`, changes, plain)],
    [`PUT /${owner}/{id}`, on(changes, make, { ...plain, ...changed })],
    [`PATCH /${owner}/{id}`, on(changes, make, changed)],
    [`DELETE /${owner}/{id}`, on(changes, make)],
  ];
});

/** One successful request for each operation that writes. A new operation needs an entry here, or a plain kind. */
const WRITES: Readonly<Record<string, MakeWrite>> = {
  ...Object.fromEntries(PLAIN_WRITES),
  'POST /appointments': async (client) => ({
    path: '/appointments',
    body: aBooking(await aProvider(client), await aService(client)),
    changes: 'appointments',
  }),
  'PATCH /appointments/{id}': on('appointments', booked, { start: '14:00' }),
  'DELETE /appointments/{id}': on('appointments', booked),
  'PATCH /appointments/{id}/status': on('appointments', booked, { status: 'cancelled' }, '/status'),
  'PATCH /appointments/{id}/notes': on('appointments', booked, { notes: 'Late' }, '/notes'),
  'PATCH /appointments/{id}/payment-status': on(
    'appointments',
    booked,
    { payment_status: 'paid' },
    '/payment-status',
  ),
  'POST /appointments/{id}/notify': async (client) => ({
    path: `/appointments/${await booked(client)}/notify`,
    body: {},
    changes: 'notifications',
  }),
  'POST /services': to('/services', 'services', SERVICE),
  'PUT /services/{id}': on('services', aService, SERVICE),
  'PATCH /services/{id}': on('services', aService, { price: 7 }),
  'DELETE /services/{id}': on('services', aService),
  'POST /providers': to('/providers', 'providers', { name: 'Ana', email: 'ana.created@example.com' }),
  'PUT /providers/{id}': on('providers', aProvider, { name: 'Ana', email: 'ana.replaced@example.com' }),
  'PATCH /providers/{id}': on('providers', aProvider, { timezone: 'Europe/Berlin' }),
  'DELETE /providers/{id}': on('providers', aProvider),
  'POST /providers/{id}/profile-image': async (client) => ({
    path: `/providers/${await aProvider(client)}/profile-image`,
    raw: await picture(),
    changes: 'providers',
  }),
  'POST /customers/{id}/erase': on('customers', customer, undefined, '/erase'),
  'PUT /business-hours': to('/business-hours', 'business-hours', { workStart: '08:00', workEnd: '18:00' }),
  'POST /business-hours': to('/business-hours', 'business-hours', { workStart: '07:00', workEnd: '19:00' }),
  'POST /locations/{id}/set-primary': on('locations', location, undefined, '/set-primary'),
  'POST /closures': to('/closures', 'closures', CLOSURE),
  'DELETE /closures/{id}': on('closures', (client) => created(client, '/closures', CLOSURE)),
  'POST /providers/{id}/time-off': async (client) => ({
    path: `/providers/${await aProvider(client)}/time-off`,
    body: CLOSURE,
    changes: 'time-off',
  }),
  'DELETE /providers/{id}/time-off/{timeOffId}': async (client) => {
    const path = `/providers/${await aProvider(client)}/time-off`;
    return { path: `${path}/${await created(client, path, CLOSURE)}`, changes: 'time-off' };
  },
  'POST /providers/{id}/busy-calendars': async (client) => ({
    path: `/providers/${await aProvider(client)}/busy-calendars`,
    body: CALENDAR,
    changes: 'busy-calendars',
  }),
  'PUT /providers/{id}/busy-calendars/{calendarId}': onCalendar({ ...CALENDAR, name: 'Clinic' }),
  'PATCH /providers/{id}/busy-calendars/{calendarId}': onCalendar({ active: false }),
  'DELETE /providers/{id}/busy-calendars/{calendarId}': onCalendar(),
  'POST /providers/{id}/feed': async (client) => ({
    path: `/providers/${await aProvider(client)}/feed`,
    changes: 'feeds',
  }),
  'DELETE /providers/{id}/feed': async (client) => {
    const path = `/providers/${await aProvider(client)}/feed`;
    await client.post(path);
    return { path, changes: 'feeds' };
  },
  'POST /locations/{id}/feed': async (client) => ({
    path: `/locations/${await created(client, '/locations', { name: 'Studio' })}/feed`,
    changes: 'location-feeds',
  }),
  'DELETE /locations/{id}/feed': async (client) => {
    const path = `/locations/${await created(client, '/locations', { name: 'Studio' })}/feed`;
    await client.post(path);
    return { path, changes: 'location-feeds' };
  },
  'POST /feed': to('/feed', 'business-feeds', {}),
  'DELETE /feed': async (client) => {
    await client.post('/feed');
    return { path: '/feed', changes: 'business-feeds' };
  },
  'POST /holds': async (client) => ({ path: '/holds', body: await held(client), changes: 'holds' }),
  'DELETE /holds/{id}': async (client) => {
    const { body } = await client.post('/holds', await held(client));
    return { path: `/holds/${body.data.id}`, changes: 'holds' };
  },
  'POST /series': async (client) => ({ path: '/series', body: await weekly(client), changes: 'series' }),
  'PATCH /series/{id}': async (client) => ({
    path: `/series/${await created(client, '/series', await weekly(client))}`,
    body: { start: '14:00' },
    changes: 'appointments',
  }),
  'POST /appointments/complete': async (client) => {
    const until = '2026-11-19';
    await anAppointment(client, await aProvider(client), await aService(client), {
      ...{ date: until, ignoreSchedule: true },
    });
    return { path: '/appointments/complete', body: { until }, changes: 'appointments' };
  },
  'POST /appointments/reassign': async (client) => {
    const [providerId, other] = [await aProvider(client), await aProvider(client)];
    const serviceId = await aService(client, { providerIds: [providerId, other] });
    await anAppointment(client, providerId, serviceId);
    const body = { from: MONDAY, to: MONDAY, providerId };
    return { path: '/appointments/reassign', body, changes: 'appointments' };
  },
  'POST /visits': async (client) => ({ path: '/visits', body: await visit(client), changes: 'visits' }),
  'PATCH /visits/{id}': async (client) => ({
    path: `/visits/${await created(client, '/visits', await visit(client))}`,
    body: { status: 'cancelled' },
    changes: 'appointments',
  }),
  'POST /waitlist': async (client) => ({
    path: '/waitlist',
    body: { customerId: await customer(client), serviceId: await aService(client), from: MONDAY, to: MONDAY },
    changes: 'waitlist',
  }),
  'DELETE /waitlist/{id}': on('waitlist', offered),
  'POST /waitlist/{id}/accept': on('waitlist', offered, undefined, '/accept'),
  'POST /waitlist/{id}/decline': on('waitlist', offered, undefined, '/decline'),
  'PATCH /manage/{token}': byLink('', { answers: { allergies: 'Nuts' } }),
  'POST /manage/{token}/cancel': byLink('/cancel', {}),
  'POST /manage/{token}/move': byLink('/move', { date: MONDAY, start: '14:00' }),
  'POST /manage/{token}/accept': byLinkOfOffer('/accept'),
  'POST /manage/{token}/decline': byLinkOfOffer('/decline'),
  'POST /appointments/{id}/rotate-link': on('appointments', booked, undefined, '/rotate-link'),
  'POST /series/{id}/rotate-link': on(
    'series',
    async (client) => created(client, '/series', await weekly(client)),
    undefined,
    '/rotate-link',
  ),
  'POST /visits/{id}/rotate-link': on(
    'visits',
    async (client) => created(client, '/visits', await visit(client)),
    undefined,
    '/rotate-link',
  ),
  'POST /waitlist/{id}/rotate-link': on('waitlist', offered, undefined, '/rotate-link'),
  'POST /resources/{id}/time-off': async (client) => ({
    path: `/resources/${await room(client)}/time-off`,
    body: CLOSURE,
    changes: 'time-off',
  }),
  'DELETE /resources/{id}/time-off/{timeOffId}': async (client) => {
    const path = `/resources/${await room(client)}/time-off`;
    return { path: `${path}/${await created(client, path, CLOSURE)}`, changes: 'time-off' };
  },
  'POST /users': to('/users', 'users', { name: 'Mia', email: 'mia.made@example.com', roles: ['staff'] }),
  'PATCH /users/{id}': on(
    'users',
    (client) => created(client, '/users', { name: 'Ida', email: 'ida.made@example.com', roles: [] }),
    { name: 'Iva' },
  ),
  'POST /api-keys': to('/api-keys', 'api-keys', API_KEY),
  'PATCH /api-keys/{id}': on('api-keys', apiKey, { name: 'Desk' }),
  'DELETE /api-keys/{id}': on('api-keys', apiKey),
  'POST /api-keys/{id}/rotate': on('api-keys', apiKey, { graceMin: 5 }, '/rotate'),
  'POST /webhooks': to('/webhooks', 'webhooks', HOOK),
  'PUT /webhooks/{id}': on('webhooks', webhook, { ...HOOK, description: 'CRM' }),
  'PATCH /webhooks/{id}': on('webhooks', webhook, { active: false }),
  'DELETE /webhooks/{id}': on('webhooks', webhook),
  'POST /webhooks/{id}/rotate-secret': on('webhooks', webhook, undefined, '/rotate-secret'),
  'PUT /special-hours/{date}': to(SUNDAY, 'special-hours', SUNDAY_HOURS),
  'DELETE /special-hours/{date}': async (client) => {
    await client.put(SUNDAY, SUNDAY_HOURS);
    return { path: SUNDAY, changes: 'special-hours' };
  },
  'PUT /providers/{id}/special-hours': async (client) => ({
    path: `/providers/${await aProvider(client)}/special-hours`,
    body: { days: [{ date: '2026-12-20', ...SUNDAY_HOURS }] },
    changes: 'special-hours',
  }),
  'PUT /providers/{id}/special-hours/{date}': async (client) => ({
    path: `/providers/${await aProvider(client)}${SUNDAY}`,
    body: SUNDAY_HOURS,
    changes: 'special-hours',
  }),
  'DELETE /providers/{id}/special-hours/{date}': async (client) => {
    const path = `/providers/${await aProvider(client)}${SUNDAY}`;
    await client.put(path, SUNDAY_HOURS);
    return { path, changes: 'special-hours' };
  },
};

/** POST operations that only read. */
const NO_CHANGES = [
  'POST /appointments/check-availability',
  'POST /availability/check',
  'POST /availability/search',
];

/** POST operations that queue deliveries, which are records themselves. */
const NO_ENTRIES = [
  'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver',
  'POST /webhooks/{id}/replay',
  'POST /webhooks/{id}/test',
];

/** Tables without audit triggers: the service derives their rows, or keeps its own records in them. */
const NOT_AUDITED = [
  ...[
    'appointment_tallies',
    'audit_entries',
    'browser_bookings',
    'busy_times',
    'claims',
    'demo_rows',
    'event_numbering',
    'events',
  ],
  ...['idempotency_records', 'import_sources', 'instance', 'migrations', 'old_links'],
  ...['series_occurrences', 'used_solutions'],
  'waitlist_offers',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_lanes',
  'webhook_replays',
];
/** No record has this id, so a call with it ends in a 404 or a 422. */
const UNUSED_ID = '2147483647';

describe('the audit trail', () => {
  let service: TestService;
  let caller: ApiClient;
  let who: { readonly userId: number; readonly apiKeyId: number };

  beforeAll(async () => {
    service = await startTestService();
    caller = await service.as('admin');
    const [row] = await service.query<typeof who>(
      'select user_id as "userId", id as "apiKeyId" from api_keys where key_id = $1',
      [caller.key?.split('_')[1]],
    );
    who = row ?? { userId: 0, apiKeyId: 0 };
  });

  afterAll(() => service.stop());

  const entriesOf = async (requestId: string) => {
    const { body } = await service.admin.get('/audit?sort=id:desc&length=100');
    const entries = body.data as { requestId: string; resource: string }[];
    return entries.filter((entry) => entry.requestId === requestId);
  };

  it('is tested with every operation that writes', () => {
    const writing = MATRIX.filter(([method]) => method !== 'GET').map(
      ([method, path]) => `${method} ${path}`,
    );
    expect([...Object.keys(WRITES), ...NO_CHANGES, ...NO_ENTRIES].sort()).toEqual(writing.sort());
  });

  it.each(Object.entries(WRITES))('records the caller of a successful %s', async (operation, make) => {
    const { path, changes, ...sending } = await make(service.admin);
    const requestId = operation.replaceAll(/[^\w-]/g, '.');
    const [method = ''] = operation.split(' ');
    const { status } = await caller.send(method, path, {
      ...sending,
      headers: { 'x-request-id': requestId },
    });
    expect([200, 201]).toContain(status);
    const entries = await entriesOf(requestId);
    expect(entries.map(({ resource }) => resource)).toContain(changes);
    for (const entry of entries) expect(entry).toMatchObject({ via: 'api', ...who });
  });

  // POST /feed names nothing and has no body, so nothing in it is refused.
  const refusable = Object.keys(WRITES).filter((operation) => operation !== 'POST /feed');
  it.each(refusable)('gets no entry from a refused %s', async (operation) => {
    const [method = '', path = ''] = operation.split(' ');
    const count = 'select count(*)::int as entries from audit_entries';
    const before = await service.query(count);
    const body = method === 'DELETE' ? undefined : {};
    const { status } = await caller.send(method, path.replaceAll(/\{\w+\}/g, UNUSED_ID), { body });
    expect([400, 404, 422]).toContain(status);
    expect(await service.query(count)).toEqual(before);
  });

  it('has triggers on every audited table', async () => {
    const tables = await service.query<{ name: string; events: number }>(
      `select c.relname as name, coalesce(bit_or(t.tgtype) filter (where p.proname like 'audit%'), 0)::int & 28 as events
       from pg_class c left join pg_trigger t on t.tgrelid = c.oid left join pg_proc p on p.oid = t.tgfoid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by 1 order by 1`,
    );
    const [insert, remove, update] = [4, 8, 16];
    const caught = (events: number) =>
      tables.filter((table) => table.events === events).map(({ name }) => name);
    expect(caught(0)).toEqual(NOT_AUDITED);
    // The primary key covers all columns of this table, so the service never updates a row.
    expect(caught(insert + remove)).toEqual(['provider_services']);
    // Notifications are records themselves. The audit trail adds only the caller who requested one.
    expect(caught(update)).toEqual(['notifications']);
    expect(caught(insert + remove + update)).toHaveLength(tables.length - NOT_AUDITED.length - 2);
  });

  it('can be filtered by every resource that a trigger names', async () => {
    const named = await service.query<{ resource: string }>(
      String.raw`select distinct split_part(encode(t.tgargs, 'escape'), '\000', 1) as resource
       from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname = 'audit_row' order by 1`,
    );
    expect(named.map(({ resource }) => resource)).toEqual([...RESOURCES]);
  });
});

async function picture(): Promise<FormData> {
  const red = sharp({ create: { width: 8, height: 8, channels: 3, background: '#cc2200' } });
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(await red.png().toBuffer())]), 'red.png');
  return form;
}
