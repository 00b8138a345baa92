import { recordUrl } from '../../src/operating/health/recorded-url';
import { Database } from '../../src/platform/database/database';
import { Decisions } from '../../src/booking/diary/decisions/decisions';
import type { Demo } from '../../src/operating/demo/demo.service';
import { startTestService, type TestService } from '../support/test-service';
import { paste } from './paste';
import { CommandHost } from './command-host';
import type { Ended } from './run-cli';

const ZONE = 'Europe/Berlin';
const DAY_MS = 86_400_000;

interface Booked {
  readonly id: number;
  readonly provider_id: number;
  readonly service_id: number;
  readonly start_at: Date;
  readonly seats: number;
  readonly location_id: number;
  readonly resource_ids: number[];
}

interface Session {
  readonly start: string;
  readonly seatsTaken: number;
  readonly seatsLeft: number;
  readonly appointmentIds: readonly number[];
}

let host: CommandHost;

beforeAll(async () => {
  host = await CommandHost.start();
});

afterAll(() => host.stop());

/** Starts a service that uses the machine's clock, as the command does, and that has recorded its address. */
async function startService(): Promise<TestService> {
  const service = await startTestService({ environment: { BUSINESS_TIMEZONE: ZONE } });
  service.clock.set(new Date().toISOString());
  await recordUrl(service.app.get(Database), service.url);
  return service;
}

/** The shell of the command has a PORT of its own, at which no service listens. */
function demo(service: TestService, ...args: string[]): Promise<Ended> {
  const environment = { DATABASE_URL: service.databaseUrl, PORT: '1', BUSINESS_TIMEZONE: ZONE };
  return host.run(environment, 'demo', ...args);
}

describe('The command demo', () => {
  let service: TestService;
  let shown: Ended;

  beforeAll(async () => {
    service = await startService();
    shown = await demo(service);
  });

  afterAll(() => service.stop());

  const total = async (path: string): Promise<unknown> => (await service.admin.get(path)).body.meta.total;

  it('adds a small business to an empty database', async () => {
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toMatch(/^Added 3 providers, 8 services, 40 customers and \d{3} appointments\.\n/);
    expect(await total('/providers')).toBe(3);
    expect(await total('/services')).toBe(8);
    expect(await total('/services?q=yoga')).toBe(1);
    expect(await total('/resources?kind=demo-room')).toBe(2);
    expect(await total('/categories')).toBe(4);
    expect(await total('/locations')).toBe(2);
    expect(await total('/customers')).toBe(40);
    expect(await total('/customers?q=østergård')).toBe(1);
    expect(await total('/customers?metadata[crmId]=C-1004')).toBe(1);
    expect(await total('/services?metadata[account]=4400')).toBe(1);
  });

  it('creates appointments in the past and the future, in every status', async () => {
    const now = new Date().toISOString();
    expect(await total(`/appointments?to=${now.slice(0, 10)}`)).toBeGreaterThan(50);
    expect(await total(`/appointments?from=${now.slice(0, 10)}`)).toBeGreaterThan(50);
    const { body } = await service.admin.get('/appointments/counts');
    expect(Object.values(body.data as Record<string, number>).every((count) => count > 0)).toBe(true);
  });

  it('creates no appointment that could begin while the command runs', async () => {
    const soon = `start_at > created_at and start_at < created_at + interval '50 minutes'`;
    expect(await service.query(`select start_at from appointments where ${soon}`)).toEqual([]);
  });

  it('prints requests that succeed when a user runs them unchanged', async () => {
    service.clock.set(new Date().toISOString());
    const lines = shown.stdout.split('\n').filter((line) => line.startsWith('curl '));
    const [slots, booked, list] = await paste(lines);
    const { date, start, serviceId, providerId } = JSON.parse(/-d '(.*)'$/.exec(lines[1] ?? '')?.[1] ?? '');
    expect(slots).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ date, time: start })]),
    });
    expect(booked).toMatchObject({
      data: { serviceId, providerId, status: 'confirmed', customerName: 'Mira Kessler' },
    });
    expect(list).toMatchObject({ data: [{ customerName: 'Mira Kessler' }, {}, {}, {}, {}] });
  });

  it('creates only appointments at bookable times', async () => {
    service.clock.set(new Date(Date.now() - 30 * DAY_MS).toISOString());
    const booked = await service.query<Booked>(
      `select id, provider_id, service_id, start_at, seats, location_id, resource_ids from appointments where status in ('pending', 'confirmed', 'completed')`,
    );
    const availability = service.app.get(Decisions);
    const decisions = await Promise.all(
      booked.map(({ id, start_at: startAt, ...row }) =>
        availability.decide({
          providerId: row.provider_id,
          serviceId: row.service_id,
          seats: row.seats,
          locationId: row.location_id,
          ...(row.resource_ids.length > 0 && { resourceIds: row.resource_ids }),
          start: startAt.getTime(),
          excludeAppointmentId: id,
        }),
      ),
    );
    service.clock.set(new Date().toISOString());
    expect(decisions.map(({ verdict }) => verdict.bookable)).toEqual(booked.map(() => true));
  });

  it('creates yoga classes before and after now, some with seats left, that several customers share', async () => {
    const now = Date.now();
    const dateIn = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10);
    const { body } = await service.admin.get(`/sessions?from=${dateIn(-22)}&to=${dateIn(22)}`);
    const classes = body.data as Session[];
    const upcoming = classes.filter(({ start }) => Date.parse(start) > now);
    expect(upcoming.length).toBeGreaterThan(5);
    expect(classes.length - upcoming.length).toBeGreaterThan(5);
    expect(upcoming.some(({ seatsLeft }) => seatsLeft > 0)).toBe(true);
    expect(classes.some(({ appointmentIds }) => appointmentIds.length > 4)).toBe(true);
    expect(classes.every(({ seatsTaken, seatsLeft }) => seatsTaken + seatsLeft === 10)).toBe(true);
    expect(new Set(classes.map(({ start }) => start)).size).toBe(classes.length);
    // By the timetable alone, and in Berlin.
    expect(classes.every(({ start }) => /T12:00:00\+0[12]:00$/.test(start))).toBe(true);
  });

  it('has colour with two people, prices of single providers, and a provider who changes the place each week', async () => {
    const [Ana, Jonas] = await service.query<{ id: number }>('select id from providers order by id limit 2');
    const booked = await service.query<{
      provider_id: number;
      location_id: number;
      team: number[];
      price: number;
      name: string;
    }>(
      `select a.provider_id, a.location_id, a.team, a.price::float8 as price, s.name
       from appointments a join services s on s.id = a.service_id where a.status <> 'cancelled'`,
    );
    const ofService = (name: string) => booked.filter((each) => each.name === name);
    const places = booked.filter((each) => each.provider_id === Jonas?.id).map((each) => each.location_id);
    expect(new Set(ofService('Colour and cut').map(({ team }) => team.join()))).toEqual(
      new Set([`${Jonas?.id}`]),
    );
    expect(new Set(places).size).toBe(2);
    const prices = ofService('Cut and style').map((each) => [each.provider_id, each.price].join(' at '));
    expect(new Set(prices)).toEqual(new Set([`${Ana?.id} at 38.5`, `${Jonas?.id} at 32`]));
  });

  it('creates a weekly series ahead', async () => {
    const { body } = await service.admin.get('/series/1');
    const { rrule, exdates, appointments } = body.data as {
      rrule: string;
      exdates: string[];
      appointments: { start: string; status: string }[];
    };
    expect(rrule).toBe('FREQ=WEEKLY;COUNT=6');
    expect(exdates.length + appointments.length).toBe(6);
    expect(appointments.length).toBeGreaterThan(3);
    expect(new Set(appointments.map(({ start }) => start.slice(11, 16))).size).toBe(1);
    const moved = await service.admin.patch('/series/1', { status: 'cancelled', dryRun: true });
    expect(new Set(moved.body.data.appointments.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['cancelled']),
    );
  });

  it('creates a visit ahead, of two services in a row', async () => {
    const { body } = await service.admin.get('/visits/1');
    const { start, end, appointments } = body.data as Record<'start' | 'end', string> & {
      appointments: { start: string; end: string; serviceId: number }[];
    };
    expect(appointments).toHaveLength(2);
    expect(new Set(appointments.map(({ serviceId }) => serviceId)).size).toBe(2);
    const [first, second] = appointments.map((each) => [Date.parse(each.start), Date.parse(each.end)]);
    expect([first?.[0], second?.[1]]).toEqual([Date.parse(start), Date.parse(end)]);
    expect((second?.[0] ?? 0) - (first?.[1] ?? 0)).toBeLessThanOrEqual(30 * 60_000);
    expect(second?.[0]).toBeGreaterThanOrEqual(first?.[1] ?? Infinity);
    expect(Date.parse(start)).toBeGreaterThan(service.clock.now());
  });

  it('shows the room of each massage that needs one', async () => {
    const { body } = await service.admin.get('/services?q=deep+tissue');
    const massages = await service.admin.get(`/appointments?serviceId=${body.data[0].id}&length=100`);
    const shown = massages.body.data as { resources: { name: string; kind: string }[] }[];
    expect(shown.length).toBeGreaterThan(5);
    for (const { resources } of shown)
      expect(resources).toEqual([
        expect.objectContaining({ kind: 'demo-room', name: expect.stringMatching(/^Treatment room [12]$/) }),
      ]);
  });

  it('creates an entry of the waitlist that waits', async () => {
    const { body } = await service.admin.get('/waitlist');
    expect(body.data).toMatchObject([{ status: 'waiting', weekdays: ['sunday'], offer: null }]);
  });

  it('claims the provider, the seats and the room of each appointment that occupies time', async () => {
    const wrong = await service.query(
      `select a.id from appointments a join services s on s.id = a.service_id
         left join claims p on p.appointment_id = a.id and p.provider_id = a.provider_id
       where (a.status in ('pending', 'confirmed', 'completed')) <> (p.id is not null)
         or p.busy <> a.busy
         or s.capacity > 1 and (select sum(upper(r) - lower(r)) from unnest(p.seats) r) <> a.seats
         or s.capacity > 1 and upper(p.seats) > s.capacity + 1
         or p.id is not null and a.resource_ids <> array(
           select c.resource_id from claims c where c.appointment_id = a.id and c.resource_id is not null)`,
    );
    expect(wrong).toEqual([]);
    const taken = await service.query(
      `select count(*) filter (where seats is not null) > 20 as seats, count(resource_id) > 5 as rooms from claims`,
    );
    expect(taken).toEqual([{ seats: true, rooms: true }]);
  });
});

describe('The command demo --json', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService();
  });

  afterAll(() => service.stop());

  it('writes nothing if there is no active administrator', async () => {
    await service.query('update users set active = false where id = 1');
    const refused = await demo(service, '--json');
    await service.query('update users set active = true where id = 1');
    const stderr = 'error: The demo needs an active user with the role admin\n';
    expect(refused).toEqual({ code: 1, stdout: '', stderr });
    expect(await service.query('select id from providers union all select id from customers')).toEqual([]);
  });

  it('prints one object with a key of an administrator and the requests', async () => {
    const { stdout } = await demo(service, '--json');
    const { key, requests, ...others } = JSON.parse(stdout) as Demo & { readonly key: string };
    expect(others).toEqual({
      ...{ isNew: true, providers: 3, services: 8, customers: 40, appointments: expect.any(Number) },
      url: service.url,
    });
    expect(requests.map(({ command }) => command.includes(key))).toEqual([true, true, true]);
    const hours = { workStart: '08:00', workEnd: '20:00' };
    expect((await service.withKey(key).put('/business-hours', hours)).status).toBe(200);
  });
});
