import { gzipSync } from 'node:zlib';
import { CalendarFetcher } from '../../src/business/busy-calendars/fetching/calendar-fetcher';
import { WaitlistWorker } from '../../src/booking/waitlist/offers/waitlist-worker';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/platform/time/units';
import type { ApiClient } from '../support/api-client';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { CalendarServer } from './support/calendar-server';

const TEN_TO_TWELVE = 'UID:a\nSUMMARY:Secret\nDTSTART:20261123T100000Z\nDTEND:20261123T120000Z';

describe('A busy calendar', () => {
  let service: TestService;
  let admin: ApiClient;
  let server: CalendarServer;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    server = await CalendarServer.start();
    service = await startTestService({
      environment: { WEBHOOK_ALLOW_PRIVATE: 'on', DATABASE_POOL_SIZE: '3' },
    });
    admin = service.admin;
    serviceId = await aService(admin, { durationMin: 60 });
  });

  beforeEach(async () => {
    await service.query('delete from busy_calendars');
    providerId = await aProvider(admin);
    server.requests.length = 0;
  });

  afterAll(async () => {
    await service.stop();
    server.stop();
  });

  const add = async (body: object = {}) => {
    const answer = await admin.post(`/providers/${providerId}/busy-calendars`, { url: server.url, ...body });
    expect(answer.status).toBe(201);
    return answer.body.data.id as number;
  };
  const read = async (id: number) =>
    (await admin.get(`/providers/${providerId}/busy-calendars/${id}`)).body.data as Record<string, unknown>;
  const change = (id: number, body: object) =>
    admin.patch(`/providers/${providerId}/busy-calendars/${id}`, body);
  const fetchDue = () => service.app.get(CalendarFetcher).fetchNext();
  const fetchLater = () => {
    service.clock.advance(10 * MINUTE_MS);
    return fetchDue();
  };
  const reasonAt = async (start: string, members: object = {}) => {
    const request = { providerId, serviceId, date: MONDAY, start, ...members };
    return (await admin.post('/availability/check', request)).body.data.reason as string | null;
  };

  it('keeps its provider from being booked, and shows nothing of what is in it', async () => {
    server.publish([TEN_TO_TWELVE]);
    const id = await add({ name: 'Clinic' });
    expect(await reasonAt('10:00')).toBeNull();
    expect(await fetchDue()).toBe(true);
    expect(await read(id)).toEqual({
      id,
      url: server.url,
      name: 'Clinic',
      active: true,
      busyIf: 'opaque',
      lastFetchedAt: '2026-11-20T08:00:00Z',
      lastError: null,
      events: 1,
      unreadable: [],
      unreadableEvents: 0,
      stale: false,
      createdAt: '2026-11-20T08:00:00Z',
    });
    expect([await reasonAt('09:30'), await reasonAt('11:59'), await reasonAt('12:00')]).toEqual([
      'busy_elsewhere',
      'busy_elsewhere',
      null,
    ]);
    const path = `/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${MONDAY}`;
    const slots = (await admin.get(path)).body.data as { time: string }[];
    expect(slots.map(({ time }) => time)).toEqual(['09:00', '12:00', '13:00', '14:00', '15:00', '16:00']);
    const { status, body } = await admin.post('/appointments', aBooking(providerId, serviceId));
    expect([status, body.error.details.reason]).toEqual([422, 'busy_elsewhere']);
    const rows = await service.query<{ row: string }>(
      `select k::text || (select json_agg(a)::text from audit_entries a) as row from busy_calendars k`,
    );
    expect(rows[0]?.row).not.toContain('Secret');
  });

  it('names the events that cannot be read, and keeps all others', async () => {
    server.publish([TEN_TO_TWELVE, 'UID:b\nDTSTART;TZID=Middle Earth:20261123T130000\nDURATION:PT1H']);
    const id = await add();
    await fetchDue();
    expect(await read(id)).toMatchObject({
      events: 1,
      lastError: null,
      unreadable: [{ uid: 'b', line: 9, why: 'names an unknown time zone' }],
      unreadableEvents: 1,
    });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('busy_calendar_unreadable_events 1\n');
    server.publish([TEN_TO_TWELVE]);
    await fetchLater();
    expect(await read(id)).toMatchObject({ unreadable: [], unreadableEvents: 0 });
  });

  it('counts what is marked as free only where all events are busy, and is read anew when that changes', async () => {
    server.publish([`${TEN_TO_TWELVE}\nTRANSP:TRANSPARENT`], '"1"');
    const id = await add({ busyIf: 'all' });
    await fetchDue();
    expect(await reasonAt('10:00')).toBe('busy_elsewhere');
    await change(id, { busyIf: 'opaque' });
    await fetchDue();
    expect([await reasonAt('10:00'), (await read(id))['busyIf']]).toEqual([null, 'opaque']);
    const { status, body } = await change(id, { busyIf: 'free' });
    expect([status, Object.keys(body.error.details as object)]).toEqual([422, ['busyIf']]);
  });

  it('leaves out the appointments of its provider, and not those with a colleague', async () => {
    const colleague = await aProvider(admin);
    const own = await anAppointment(admin, providerId, serviceId, { start: '09:00' });
    const other = await anAppointment(admin, colleague, serviceId, { start: '14:00' });
    const [{ uuid } = { uuid: '' }] = await service.query<{ uuid: string }>('select uuid from instance');
    const event = (id: number, time: string) =>
      `UID:appointment-${id}@${uuid}\nDTSTART:20261123T${time}Z\nDURATION:PT1H`;
    // The provider has cancelled its own, which the other calendar does not know yet.
    await admin.patch(`/appointments/${own.id}/status`, { status: 'cancelled' });
    server.publish([event(own.id, '090000'), event(other.id, '140000')]);
    const id = await add();
    await fetchDue();
    expect([await reasonAt('09:00'), await reasonAt('14:00')]).toEqual([null, 'busy_elsewhere']);
    expect(await read(id)).toMatchObject({ events: 1 });
  });

  it.each([
    ['says so', { 'content-encoding': 'gzip' }],
    ['sends a file', {}],
  ])('is unpacked when its server packs it with gzip and %s', async (_how, headers) => {
    const text = `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n${TEN_TO_TWELVE}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
    server.answer = (response) => response.writeHead(200, headers).end(gzipSync(text));
    await add();
    await fetchDue();
    expect(await reasonAt('10:00')).toBe('busy_elsewhere');
  });

  it('waits for all others after a reading that ended its worker', async () => {
    const [killer, other] = [await add({ name: 'Killer' }), await add({ name: 'Other' })];
    // A worker that dies leaves the end of its lease behind, and the time of its attempt.
    await service.query('update busy_calendars set next_fetch_at = $2, attempted_at = $3 where id = $1', [
      killer,
      new Date(service.clock.now() - 10 * MINUTE_MS),
      new Date(service.clock.now() - MINUTE_MS),
    ]);
    server.publish([]);
    await fetchDue();
    expect([(await read(killer))['lastFetchedAt'], (await read(other))['lastFetchedAt']]).toEqual([
      null,
      expect.any(String),
    ]);
  });

  it('does not bind a booking that ignores the schedule, and leaves appointments as they are', async () => {
    const { id } = await anAppointment(admin, providerId, serviceId, { start: '11:00' });
    server.publish([TEN_TO_TWELVE]);
    await add();
    await fetchDue();
    expect(await reasonAt('10:00', { ignoreSchedule: true })).toBeNull();
    expect((await admin.get(`/appointments/${id}`)).body.data.status).toBe('confirmed');
  });

  it('is fetched again after ten minutes, conditionally, and keeps what is known at a 304', async () => {
    server.publish([TEN_TO_TWELVE], '"1"');
    const id = await add();
    expect([await fetchDue(), await fetchDue()]).toEqual([true, false]);
    expect(await fetchLater()).toBe(true);
    expect(server.requests.map((headers) => headers['if-none-match'])).toEqual([undefined, '"1"']);
    expect(await read(id)).toMatchObject({ events: 1, lastError: null });
    expect(await reasonAt('10:00')).toBe('busy_elsewhere');
  });

  it('is read anew when its provider moves to another time zone', async () => {
    server.publish(['UID:a\nDTSTART:20261123T100000\nDTEND:20261123T120000'], '"1"');
    await add();
    await fetchDue();
    await admin.patch(`/providers/${providerId}`, { timezone: 'Asia/Tokyo' });
    await fetchLater();
    const [row] = await service.query<{ start: Date }>('select start_at as start from busy_times');
    expect(row?.start.toISOString()).toBe('2026-11-23T01:00:00.000Z');
  });

  it.each<[string, string, CalendarServer['answer']]>([
    ['the server answers with the status 500', 'fails', (response) => response.writeHead(500).end()],
    [
      'the calendar is not a calendar in the iCalendar format',
      'sends a page',
      (response) => response.end('<html>Secret'),
    ],
    [
      'the answer is longer than 5242880 bytes',
      'sends too much packed in little',
      (response) => response.end(gzipSync(Buffer.alloc(50_000_000))),
    ],
    [
      'the answer cannot be unpacked',
      'sends a broken file',
      (response) => response.end(Buffer.from([0x1f, 0x8b, 1])),
    ],
    [
      'the answer is compressed',
      'packs in another way',
      (response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
    ],
    [
      'the answer is longer than 5242880 bytes',
      'sends too much',
      (response) => response.end(Buffer.alloc(5_242_881, 32)),
    ],
    [
      'more than 3 redirects',
      'redirects for ever',
      (response) => response.writeHead(302, { location: '/again' }).end(),
    ],
  ])('says that %s when its server %s, and keeps what was known', async (message, _how, answer) => {
    server.publish([TEN_TO_TWELVE]);
    const id = await add();
    await fetchDue();
    server.answer = answer;
    await fetchLater();
    expect(await read(id)).toMatchObject({ events: 1, lastError: message, stale: false });
    expect(await reasonAt('10:00')).toBe('busy_elsewhere');
    server.publish([]);
    await fetchLater();
    expect(await read(id)).toMatchObject({ events: 0, lastError: null });
    expect(await reasonAt('10:00')).toBeNull();
  });

  it('is stale when it was not fetched successfully for 24 hours', async () => {
    server.answer = (response) => response.writeHead(503).end();
    const id = await add();
    await fetchDue();
    service.clock.advance(24 * HOUR_MS + 1);
    expect(await read(id)).toMatchObject({ stale: true });
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('busy_calendars{state="stale"} 1\n');
    await change(id, { active: false });
    expect(await read(id)).toMatchObject({ stale: false });
    service.clock.set('2026-11-20T08:00:00Z');
  });

  it('blocks nothing while it is not active, and everything that is known again once it is', async () => {
    server.publish([TEN_TO_TWELVE]);
    const id = await add();
    await fetchDue();
    await change(id, { active: false });
    expect([await reasonAt('10:00'), await fetchLater()]).toEqual([null, false]);
    await change(id, { active: true });
    expect([await reasonAt('10:00'), await fetchDue()]).toEqual(['busy_elsewhere', true]);
  });

  it('forgets what was known when it gets another URL, or is deleted', async () => {
    server.publish([TEN_TO_TWELVE]);
    const id = await add();
    await fetchDue();
    await change(id, { url: `${server.url}?other` });
    expect(await read(id)).toMatchObject({ events: 0, lastFetchedAt: null });
    expect(await reasonAt('10:00')).toBeNull();
    await fetchDue();
    expect(await reasonAt('10:00')).toBe('busy_elsewhere');
    expect((await admin.delete(`/providers/${providerId}/busy-calendars/${id}`)).status).toBe(200);
    expect(await reasonAt('10:00')).toBeNull();
  });

  it('is fetched by one worker, and what a worker finds is dropped when a caller changes the calendar meanwhile', async () => {
    server.publish([TEN_TO_TWELVE]);
    const id = await add();
    const publish = server.answer;
    const requested = new Promise<() => void>((resolve) => {
      server.answer = (response, headers) => {
        resolve(() => {
          publish(response, headers);
        });
      };
    });
    const fetching = fetchDue();
    const answer = await requested;
    expect(await Promise.all([fetchDue(), fetchDue()])).toEqual([false, false]);
    await change(id, { name: 'Meanwhile' });
    answer();
    expect(await fetching).toBe(true);
    expect(await read(id)).toMatchObject({ name: 'Meanwhile', events: 0 });
    server.answer = publish;
    expect(await fetchDue()).toBe(true);
    expect(await read(id)).toMatchObject({ events: 1 });
  });

  it('frees time for the waitlist when an event goes', async () => {
    await admin.patch(`/providers/${providerId}`, {
      schedule: [{ day: 'monday', start: '10:00', end: '11:00' }],
    });
    server.publish([TEN_TO_TWELVE]);
    await add();
    await fetchDue();
    const request = { name: 'Mia Keller', serviceId, providerId, from: MONDAY, to: MONDAY };
    const entry = await admin.post('/waitlist', { ...request, email: 'mia.keller@example.com' });
    await service.app.get(WaitlistWorker).run();
    const path = `/waitlist/${entry.body.data.id}`;
    expect((await admin.get(path)).body.data.status).toBe('waiting');
    server.publish([]);
    await fetchLater();
    await service.app.get(WaitlistWorker).run();
    expect((await admin.get(path)).body.data.status).toBe('offered');
  });

  it('leaves an audit entry when its busy times change, and none when they do not', async () => {
    server.publish([TEN_TO_TWELVE]);
    const id = await add();
    for (let time = 0; time < 3; time++) await fetchLater();
    service.clock.advance(-30 * MINUTE_MS);
    const { body } = await admin.get(`/audit?resource=busy-calendars&resourceId=${id}&sort=id:asc`);
    const entries = body.data as { action: string; via: string; after: { url: string } }[];
    expect(entries.map(({ action, via, after }) => [action, via, after.url])).toEqual([
      ['create', 'api', 'set'],
      ['update', 'worker', 'set'],
    ]);
  });

  it.each([
    ['webcal://calendar.example/a.ics', 'https://calendar.example/a.ics'],
    ['WEBCAL://calendar.example/a.ics', 'https://calendar.example/a.ics'],
  ])('reads %s as %s', async (url, stored) => {
    expect(await read(await add({ url }))).toMatchObject({ url: stored });
  });

  it.each(['ftp://calendar.example/a.ics', 'calendar.example', 'https://user:secret@calendar.example/', ''])(
    'is a 422 of url for %j',
    async (url) => {
      const { status, body } = await admin.post(`/providers/${providerId}/busy-calendars`, { url });
      expect([status, Object.keys(body.error.details as object)]).toEqual([422, ['url']]);
    },
  );

  it('is one of ten of a provider at most', async () => {
    for (let nth = 0; nth < 10; nth++) await add({ active: false });
    const { status, body } = await admin.post(`/providers/${providerId}/busy-calendars`, { url: server.url });
    expect([status, body.error.details]).toEqual([422, { reason: 'too_many_busy_calendars' }]);
  });

  it('belongs to the provider of its path, and is managed by admins and providers', async () => {
    const id = await add();
    const other = await aProvider(admin);
    expect((await admin.get(`/providers/${other}/busy-calendars/${id}`)).status).toBe(404);
    expect((await admin.get('/providers/2147483647/busy-calendars')).status).toBe(404);
    const staff = await service.as('staff');
    expect((await staff.get(`/providers/${providerId}/busy-calendars`)).status).toBe(403);
    const provider = await service.as('provider');
    const { body } = await provider.get(`/providers/${providerId}/busy-calendars`);
    expect([body.meta.total, body.data[0].id]).toEqual([1, id]);
    const replaced = await provider.put(`/providers/${providerId}/busy-calendars/${id}`, { url: server.url });
    expect(replaced.body.data).toMatchObject({ name: null, active: true });
  });

  it('is expanded to the horizon of the service that can be booked furthest ahead', async () => {
    await aService(admin, { maxAdvanceDays: 500 });
    server.publish(['UID:a\nDTSTART:20261101T100000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY']);
    await add();
    await fetchDue();
    const [row] = await service.query<{ last: Date }>('select max(end_at) as last from busy_times');
    expect((row?.last.getTime() ?? 0) - service.clock.now()).toBeGreaterThan(500 * DAY_MS);
  });
});
