import type { ApiClient } from '../../support/api-client';
import { aProvider, anAppointment, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { readCalendar } from './support/parsers';

const KINDS = ['location', 'business'] as const;
const OTHER_PLACE = 'The other place';

describe.each(KINDS)('The calendar feed of a %s', (kind) => {
  let service: TestService;
  let admin: ApiClient;
  let providerId: number;
  let serviceId: number;
  let locationId: number;
  let path: string;

  beforeAll(async () => {
    service = await startTestService({
      environment: { BUSINESS_TIMEZONE: 'Europe/Berlin', BUSINESS_NAME: 'Salon Linde' },
    });
    admin = service.admin;
    serviceId = await aService(admin, { name: 'Haircut' });
  });

  beforeEach(async () => {
    await service.query('delete from appointments');
    providerId = await aProvider(admin, { name: 'Ana Silva' });
    locationId = await placed('Studio');
    path = kind === 'location' ? `/locations/${locationId}/feed` : '/feed';
  });

  afterAll(() => service.stop());

  const placed = async (name: string, members: object = {}) =>
    (await admin.post('/locations', { name, ...members })).body.data.id as number;
  const make = async () => {
    const { status, body } = await admin.post(path);
    expect(status).toBe(201);
    return (body.data.url as string).slice(-59, -4);
  };
  const book = (members: object = {}, provider = providerId) =>
    anAppointment(admin, provider, serviceId, { name: 'Mia Keller', locationId, ...members });
  const readRaw = (token: string, sending = {}) => service.anonymous.get(`/feeds/${token}.ics`, sending);
  const read = async (token: string) => {
    const { status, body } = await readRaw(token);
    expect(status).toBe(200);
    return readCalendar(body as string);
  };

  it('names the provider of each appointment, beside its person, its place and its time', async () => {
    const { id } = await book({ date: '2026-12-01', start: '10:15' });
    const token = await make();
    expect(await read(token)).toEqual([
      {
        uid: expect.stringMatching(new RegExp(`^appointment-${id}@[0-9a-f-]{36}$`)) as string,
        sequence: 0,
        status: 'CONFIRMED',
        start: '2026-12-01T09:15:00.000Z',
        end: '2026-12-01T09:45:00.000Z',
        summary: 'Haircut with Ana Silva',
        description: 'Mia Keller',
        location: 'Studio',
      },
    ]);
    const name = kind === 'location' ? 'Studio' : 'Salon Linde';
    expect((await readRaw(token)).body).toContain(`X-WR-CALNAME:${name}\r\n`);
  });

  it('has the appointments of all providers, and those of other places where it is that of the business', async () => {
    await book({ start: '10:00' });
    await book({ start: '11:00' }, await aProvider(admin, { name: 'Ben Okoye' }));
    await book({ start: '12:00', locationId: await placed(OTHER_PLACE) });
    await book({ start: '13:00', locationId: undefined });
    const summaries = (await read(await make())).map(({ summary, location }) => `${summary}, ${location}`);
    const here = ['Haircut with Ana Silva, Studio', 'Haircut with Ben Okoye, Studio'];
    const elsewhere = [`Haircut with Ana Silva, ${OTHER_PLACE}`, 'Haircut with Ana Silva, '];
    expect(summaries).toEqual(kind === 'location' ? here : [...here, ...elsewhere]);
  });

  it('is stored as a hash, and is found under the url that the answer shows once', async () => {
    const { body, headers } = await admin.post(path);
    expect(body).toEqual({
      data: {
        url: expect.stringMatching(/\/api\/v1\/feeds\/[0-9A-Za-z]{55}\.ics$/) as string,
        createdAt: '2026-11-20T09:00:00+01:00',
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect((await fetch(body.data.url as string)).status).toBe(200);
    const secret = (body.data.url as string).slice(-47, -4);
    const rows = await service.query<{ row: string }>(
      `select f::text as row from ${kind}_feeds f union all select a::text from audit_entries a`,
    );
    expect([rows.length > 1, rows.filter(({ row }) => row.includes(secret))]).toEqual([true, []]);
  });

  it('ends when its link is made anew, and when it is deleted', async () => {
    const first = await make();
    const second = await make();
    expect((await readRaw(first)).status).toBe(404);
    expect((await readRaw(second)).status).toBe(200);
    expect((await readRaw(`${second.slice(0, -5)}AAAAA`)).status).toBe(404);
    const id = kind === 'location' ? locationId : 1;
    expect((await admin.delete(path)).body.data).toEqual({ id, deleted: true });
    expect((await readRaw(second)).status).toBe(404);
    expect((await admin.delete(path)).status).toBe(404);
  });

  it('shows the link no more to a repeated request once it has ended', async () => {
    const send = () => admin.post(path, undefined, { headers: { 'idempotency-key': `again-${kind}` } });
    const first = await send();
    expect((await send()).body).toEqual(first.body);
    await admin.delete(path);
    expect((await send()).body).toEqual({
      data: { ...first.body.data, url: null },
      meta: { withheld: ['url'] },
    });
  });

  it('answers a 304 until anything that it shows changes', async () => {
    const { id } = await book();
    const token = await make();
    let tag = '';
    const statusNow = async () => {
      const { status, headers } = await readRaw(token, { headers: { 'if-none-match': tag } });
      tag = headers.get('etag') ?? '';
      return status;
    };
    expect([await statusNow(), await statusNow()]).toEqual([200, 304]);
    const changes = [
      () => admin.patch(`/providers/${providerId}`, { name: 'Ana Souza' }),
      () => admin.patch(`/locations/${locationId}`, { timezone: 'America/New_York' }),
      () => admin.patch(`/appointments/${id}`, { status: 'cancelled' }),
    ];
    for (const change of changes) {
      expect((await change()).status).toBe(200);
      expect([await statusNow(), await statusNow()]).toEqual([200, 304]);
    }
  });

  it('is made by admins alone', async () => {
    for (const client of [await service.as('staff'), await service.as('provider')]) {
      expect((await client.post(path)).status).toBe(403);
      expect((await client.delete(path)).status).toBe(403);
    }
  });

  // Last, because the next test would delete all that it fills in.
  it('shows the last 90 days and what is ahead, and of too many appointments those nearest to now', async () => {
    const { customerId } = await book({ date: '2026-11-23', start: '10:00' });
    const starts = ['2026-08-22T08:30:00.000Z', '2026-08-22T07:30:00.000Z', '2027-11-01T09:00:00.000Z'];
    for (const start of starts) await book({ date: undefined, start, ignoreSchedule: true });
    const token = await make();
    const shown = async () => (await read(token)).map(({ start }) => start);
    expect(await shown()).toEqual([starts[0], '2026-11-23T09:00:00.000Z', starts[2]]);
    const fill = (direction: string) =>
      service.query(
        `insert into appointments
           (provider_id, service_id, customer_id, location_id, seats, start_at, end_at, busy, status, payment_status, created_at, updated_at)
         select $1, $2, $3, $4, 1, at, at + interval '30 minutes', tstzrange(at, at + interval '30 minutes'), 'confirmed', 'none', now(), now()
         from generate_series(1, 10000) nth,
           lateral (select timestamptz '2026-11-20T08:00Z' ${direction} nth * interval '1 minute' as at) t`,
        [providerId, serviceId, customerId, locationId],
      );
    await fill('+');
    await fill('-');
    const { body } = await readRaw(token);
    const texts = (body as string).match(/^DTSTART;TZID=.*:\d{8}T\d{6}/gm) ?? [];
    expect(texts).toHaveLength(20_000);
    expect([texts[0], texts.at(-1)]).toEqual([
      'DTSTART;TZID=Europe/Berlin:20261113T102000',
      'DTSTART;TZID=Europe/Berlin:20261127T073900',
    ]);
  });
});

describe('The calendar feed of a location that is deleted', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('ends, and other feeds go on', async () => {
    const { admin } = service;
    const { id } = (await admin.post('/locations', { name: 'Studio' })).body.data as { id: number };
    const made = [await admin.post(`/locations/${id}/feed`), await admin.post('/feed')];
    const [ofLocation = '', ofBusiness = ''] = made.map(({ body }) => body.data.url as string);
    const statuses = async () => [(await fetch(ofLocation)).status, (await fetch(ofBusiness)).status];
    expect(await statuses()).toEqual([200, 200]);
    expect((await admin.delete(`/locations/${id}`)).status).toBe(200);
    expect(await statuses()).toEqual([404, 200]);
    expect((await admin.post(`/locations/${id}/feed`)).status).toBe(404);
    expect((await admin.delete('/feed')).status).toBe(200);
    expect(await statuses()).toEqual([404, 404]);
  });
});
