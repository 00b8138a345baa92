import type { ApiClient } from '../../support/api-client';
import { aProvider, anAppointment, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { MINUTE_MS } from '../../../src/platform/time/units';
import { readCalendar } from './support/parsers';

const MIA = { name: 'Mia Keller', email: 'mia.keller@example.com' };

describe('A calendar feed', () => {
  let service: TestService;
  let admin: ApiClient;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    admin = service.admin;
    serviceId = await aService(admin, { name: 'Haircut' });
  });

  beforeEach(async () => {
    providerId = await aProvider(admin, { name: 'Ana Silva' });
  });

  afterAll(() => service.stop());

  const make = async (client = admin) => {
    const { status, body } = await client.post(`/providers/${providerId}/feed`);
    expect(status).toBe(201);
    return (body.data.url as string).slice(-59, -4);
  };
  const book = (members: object = {}) =>
    anAppointment(admin, providerId, serviceId, { name: 'Mia Keller', ...members });
  const readRaw = (token: string, sending = {}) => service.anonymous.get(`/feeds/${token}.ics`, sending);
  const read = async (token: string) => {
    const { status, body } = await readRaw(token);
    expect(status).toBe(200);
    return readCalendar(body as string);
  };

  it('shows each appointment with its service, its person, its place and its time', async () => {
    const place = await admin.post('/locations', { name: 'Studio', address: '7 Park Lane\nLondon' });
    const { id } = await book({ date: '2026-12-01', start: '10:15', locationId: place.body.data.id });
    expect(await read(await make())).toEqual([
      {
        uid: expect.stringMatching(new RegExp(`^appointment-${id}@[0-9a-f-]{36}$`)) as string,
        sequence: 0,
        status: 'CONFIRMED',
        start: '2026-12-01T09:15:00.000Z',
        end: '2026-12-01T09:45:00.000Z',
        summary: 'Haircut',
        description: 'Mia Keller',
        location: 'Studio, 7 Park Lane, London',
      },
    ]);
  });

  it('is found under the url of the answer, which the service shows once and stores as a hash', async () => {
    const { body, headers } = await admin.post(`/providers/${providerId}/feed`);
    expect(body).toEqual({
      data: {
        url: expect.stringMatching(/\/api\/v1\/feeds\/[0-9A-Za-z]{55}\.ics$/) as string,
        createdAt: '2026-11-20T09:00:00+01:00',
      },
    });
    expect(headers.get('cache-control')).toBe('no-store');
    const answer = await fetch(body.data.url as string);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    expect(await answer.text()).toContain('X-WR-CALNAME:Ana Silva\r\n');
    const secret = (body.data.url as string).slice(-47, -4);
    const rows = await service.query<{ row: string }>('select f::text as row from provider_feeds f');
    expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
  });

  it('ends when its link is made anew, when it is deleted, and while its provider is deactivated', async () => {
    const first = await make();
    const second = await make();
    expect((await readRaw(first)).status).toBe(404);
    expect((await readRaw(second)).status).toBe(200);
    await admin.patch(`/providers/${providerId}`, { active: false });
    expect((await readRaw(second)).status).toBe(404);
    await admin.patch(`/providers/${providerId}`, { active: true });
    expect((await readRaw(second)).status).toBe(200);
    expect((await admin.delete(`/providers/${providerId}/feed`)).body.data).toEqual({
      id: providerId,
      deleted: true,
    });
    expect((await readRaw(second)).status).toBe(404);
    expect((await admin.delete(`/providers/${providerId}/feed`)).status).toBe(404);
  });

  it.each([
    ['a wrong secret', (token: string) => `${token.slice(0, -5)}AAAAA`],
    ['a token that is none', () => '1'],
  ])('is a 404 for %s', async (_what, spoil) => {
    expect((await readRaw(spoil(await make()))).status).toBe(404);
  });

  it('raises SEQUENCE with each change, and says what is cancelled', async () => {
    const { id } = await book();
    const token = await make();
    const numbers: number[] = [];
    const look = async () => {
      const [event] = await read(token);
      numbers.push(event?.sequence ?? NaN);
      return event;
    };
    await look();
    for (const change of [{ start: '11:00' }, { notes: 'Rings first' }, { status: 'cancelled' }]) {
      service.clock.advance(MINUTE_MS);
      await admin.patch(`/appointments/${id}`, change);
      await look();
    }
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
    expect(await look()).toMatchObject({ status: 'CANCELLED', start: '2026-11-23T10:00:00.000Z' });
  });

  it('gives a message about a later change a higher SEQUENCE than any that a calendar file has shown', async () => {
    const { id } = await book({ email: 'mia.keller@example.com' });
    for (const notes of ['One', 'Two', 'Three']) {
      service.clock.advance(MINUTE_MS);
      await admin.patch(`/appointments/${id}`, { notes });
    }
    const [shown] = await read(await make());
    service.clock.advance(MINUTE_MS);
    await admin.patch(`/appointments/${id}`, { start: '12:00' });
    const [message] = await service.query<{ sequence: number }>(
      'select max(sequence) as sequence from notifications where appointment_id = $1',
      [id],
    );
    expect(message?.sequence).toBeGreaterThan(shown?.sequence ?? NaN);
  });

  it('answers a 304 until anything that it shows changes', async () => {
    const { id } = await book({ email: 'ida@example.com' });
    const token = await make();
    let tag = '';
    const statusNow = async () => {
      const { status, headers } = await readRaw(token, { headers: { 'if-none-match': tag } });
      tag = headers.get('etag') ?? '';
      return status;
    };
    const { customerId } = (await admin.get(`/appointments/${id}`)).body.data as { customerId: number };
    expect([await statusNow(), await statusNow()]).toEqual([200, 304]);
    const changes = [
      () => admin.patch(`/customers/${customerId}`, { firstName: 'Ida' }),
      () => admin.patch(`/services/${serviceId}`, { name: 'Colour' }),
      () => admin.patch(`/providers/${providerId}`, { timezone: 'America/New_York' }),
      () => admin.patch(`/appointments/${id}`, { status: 'cancelled' }),
      () => admin.delete(`/appointments/${id}`),
    ];
    for (const change of changes) {
      expect((await change()).status).toBe(200);
      expect([await statusNow(), await statusNow()]).toEqual([200, 304]);
    }
    await admin.patch(`/services/${serviceId}`, { name: 'Haircut' });
  });

  it('shows the last 90 days and everything ahead, of its provider only', async () => {
    await anAppointment(admin, await aProvider(admin), serviceId);
    const starts = ['2026-08-22T08:30:00.000Z', '2026-08-22T07:30:00.000Z', '2027-11-01T09:00:00.000Z'];
    for (const start of starts) await book({ date: undefined, start, ignoreSchedule: true });
    expect((await read(await make())).map(({ start }) => start)).toEqual([starts[0], starts[2]]);
  });

  it('is made by admins and by the provider', async () => {
    expect((await (await service.as('staff')).post(`/providers/${providerId}/feed`)).status).toBe(403);
    const other = service.withKey((await service.keyOf(await aProvider(admin))).key);
    expect((await other.post(`/providers/${providerId}/feed`)).status).toBe(403);
    await make(service.withKey((await service.keyOf(providerId)).key));
    expect((await admin.post('/providers/2147483647/feed')).status).toBe(404);
  });

  it('sends 5,000 appointments in pieces, read a page at a time', async () => {
    const { customerId } = await book();
    await service.query(
      `insert into appointments (provider_id, service_id, customer_id, seats, start_at, end_at, busy, status, payment_status, created_at, updated_at)
       select $1, $2, $3, 1, at, at + interval '30 minutes', tstzrange(at, at + interval '30 minutes'), 'confirmed', 'none', now(), now()
       from generate_series(1, 4999) nth, lateral (select timestamptz '2026-12-01T00:00Z' + nth * interval '1 hour' as at) t`,
      [providerId, serviceId, customerId],
    );
    const token = await make();
    const answer = await fetch(`${service.url}/api/v1/feeds/${token}.ics`);
    const sizes: number[] = [];
    let text = '';
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
      sizes.push(chunk.length);
      text += Buffer.from(chunk).toString('latin1');
    }
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(5_000);
    expect(Math.max(...sizes)).toBeLessThan(100_000);
    expect(answer.headers.get('content-length')).toBeNull();
  });
});

describe('The calendar file of an appointment', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
  });

  afterAll(() => service.stop());

  it('has the entry of the messages to the customer, for every role, with its tag', async () => {
    const providerId = await aProvider(service.admin, { name: 'Ana Silva', timezone: 'America/New_York' });
    const { id } = await anAppointment(
      service.admin,
      providerId,
      await aService(service.admin, { name: 'Haircut' }),
    );
    const path = `/appointments/${id}/calendar.ics`;
    const { body, headers } = await (await service.as('staff')).get(path);
    const [{ uuid } = { uuid: '' }] = await service.query<{ uuid: string }>('select uuid from instance');
    expect(readCalendar(body as string)).toEqual([
      {
        uid: `appointment-${id}@${uuid}`,
        sequence: 0,
        status: 'CONFIRMED',
        start: '2026-11-23T15:00:00.000Z',
        end: '2026-11-23T15:30:00.000Z',
        summary: 'Haircut with Ana Silva',
        description: '',
        location: '',
      },
    ]);
    expect(body).toContain('DTSTART;TZID=America/New_York:20261123T100000\r\n');
    const sending = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect((await service.admin.get(path, sending)).status).toBe(304);
    service.clock.advance(MINUTE_MS);
    await service.admin.patch(`/appointments/${id}`, { status: 'cancelled' });
    const cancelled = await service.admin.get(path, sending);
    expect(readCalendar(cancelled.body as string)).toMatchObject([{ status: 'CANCELLED' }]);
    expect((await service.anonymous.get(path)).status).toBe(401);
    expect((await service.admin.get('/appointments/2147483647/calendar.ics')).status).toBe(404);
  });

  it('names an occurrence by the UID of its series, as the messages do', async () => {
    const providerId = await aProvider(service.admin, { name: 'Ana Silva' });
    const serviceId = await aService(service.admin, { name: 'Haircut' });
    const { body } = await service.admin.post('/series', {
      ...{ ...MIA, attendeeLanguage: 'de', providerId, serviceId },
      ...{ date: '2026-12-01', start: '10:15', rrule: 'FREQ=WEEKLY;COUNT=3' },
    });
    const [, second] = body.data.appointments as { id: number }[];
    const { body: text } = await service.admin.get(`/appointments/${second?.id}/calendar.ics`);
    expect(text).toContain(`UID:series-${body.data.id}@`);
    expect(text).toContain('\r\nRECURRENCE-ID;TZID=Europe/Berlin:20261208T101500\r\n');
    expect(text).toContain('\r\nSUMMARY:Haircut bei Ana Silva\r\n');
    expect(text).not.toContain('RRULE');
  });

  it('is the whole visit of an appointment', async () => {
    const providerId = await aProvider(service.admin, { name: 'Ana Silva' });
    const serviceId = await aService(service.admin, { name: 'Haircut' });
    const items = Array(2).fill({ serviceId, providerId });
    const visit = { ...MIA, attendeeLanguage: 'en', items, date: '2026-12-01', start: '10:00' };
    const { body } = await service.admin.post('/visits', visit);
    const [, second] = body.data.appointments as { id: number }[];
    const { body: text } = await service.admin.get(`/appointments/${second?.id}/calendar.ics`);
    const [event, ...others] = readCalendar(text as string);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      uid: expect.stringMatching(`^visit-${body.data.id}@`) as string,
      start: '2026-12-01T09:00:00.000Z',
      end: '2026-12-01T10:00:00.000Z',
    });
    expect(event?.description).toMatch(/10:00 to 10:30 .*: Haircut with Ana Silva\n.*10:30 to 11:00/);
  });
});
