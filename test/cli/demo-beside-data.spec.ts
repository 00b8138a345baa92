import { recordUrl } from '../../src/operating/health/recorded-url';
import { Database } from '../../src/platform/database/database';
import { EventNumbering } from '../../src/telling/numbering/event-numbering';
import { RemindersService } from '../../src/telling/messages/delivery/reminders.service';
import { aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { CommandHost } from './command-host';

const DAY_MS = 86_400_000;
/** Records of what has happened, and what is derived; webhooks note what they leave out. All other tables are compared. */
const RECORDS = [
  ...['audit_entries', 'events', 'event_numbering', 'migrations', 'appointment_tallies', 'instance'],
  'webhooks',
];

interface Row {
  readonly id: number;
}

let host: CommandHost;
let service: TestService;

beforeAll(async () => {
  host = await CommandHost.start();
});

afterAll(() => host.stop());

async function demo(environment: Readonly<Record<string, string>>, ...args: string[]) {
  const ended = await host.run({ DATABASE_URL: service.databaseUrl, ...environment }, 'demo', ...args);
  expect({ ...ended, stdout: '' }).toEqual({ code: 0, stdout: '', stderr: '' });
  return ended.stdout;
}

const idsOf = async (path: string): Promise<number[]> =>
  ((await service.admin.get(path)).body.data as Row[]).map(({ id }) => id);

/** All rows of all tables, each as text. */
async function everything(): Promise<Record<string, string[]>> {
  const tables = await service.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = current_schema() and table_name <> all ($1)`,
    [RECORDS],
  );
  const rows = tables.map(async ({ name }) => {
    const found = await service.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    return [name, found.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

/** The booking of a customer who is not one of the demo, four days ahead on a weekday of the provider. */
async function book(providerId: number, serviceId: number, who: object): Promise<number> {
  const next = await service.admin.get(
    `/availability/next-available?serviceId=${serviceId}&providerId=${providerId}`,
  );
  const { date, time: start } = next.body.data.slot ?? next.body.data[0] ?? next.body.data;
  const { status, body } = await service.admin.post('/appointments', {
    ...{ providerId, serviceId, date, start },
    ...who,
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body.data.id as number;
}

describe('The command demo in a database with other data', () => {
  let own: { providerId: number; serviceId: number; appointmentId: number };

  beforeEach(async () => {
    service = await startTestService();
    service.clock.set(new Date().toISOString());
    await service.admin.put('/business-hours', { workStart: '07:30', workEnd: '19:00', days: ['sunday'] });
    await service.admin.post('/locations', { name: 'Main Street' });
    const providerId = await aProvider(service.admin, { name: 'Ana Silva', schedule: null });
    const serviceId = await aService(service.admin, {
      name: 'Haircut',
      resources: [{ kind: 'room', quantity: 1 }],
    });
    await service.admin.post('/resources', { name: 'Room', kind: 'room' });
    const appointmentId = await book(providerId, serviceId, { name: 'Mia Keller', email: 'mia@example.com' });
    await service.query(
      `insert into webhooks (url, secret, created_at, updated_at) values ('https://example.com/', 'x', now(), now())`,
    );
    own = { providerId, serviceId, appointmentId };
  });

  afterEach(() => service.stop());

  it('adds itself, changes nothing that is there, is added once, and is removed again', async () => {
    const before = await everything();
    expect(await demo({})).toMatch(/^Added 3 providers, 8 services, 40 customers and \d{3} appointments\.\n/);
    const added = await everything();
    for (const [table, rows] of Object.entries(before))
      expect([table, added[table]]).toEqual([table, expect.arrayContaining(rows)]);
    for (const table of ['business_hours', 'closures', 'notifications'])
      expect(added[table]).toEqual(before[table]);

    expect(await demo({})).toMatch(/^The demo is there already: 3 providers, 8 services, 40 customers and /);
    expect(await everything()).toEqual(added);

    expect(await demo({}, '--remove')).toMatch(
      /^Removed \d{3} appointments, 1 API key, 3 providers, .*\.\n$/,
    );
    expect(await everything()).toEqual(before);
    expect(await demo({}, '--remove')).toBe('There is no demo.\n');
    const { removed, kept } = JSON.parse(await demo({}, '--remove', '--json')) as Record<string, object>;
    expect(new Set(Object.values({ ...removed, ...kept }))).toEqual(new Set([0]));
  });

  it('keeps the services and rooms of both apart', async () => {
    await demo({});
    expect(await idsOf(`/providers/${own.providerId}/services`)).toEqual([own.serviceId]);
    for (const id of (await idsOf('/providers')).filter((each) => each !== own.providerId))
      expect(await idsOf(`/providers/${id}/services`)).not.toContain(own.serviceId);
    expect(
      await service.query(`select count(*)::int from services where resources @> '[{"kind": "room"}]'`),
    ).toEqual([{ count: 1 }]);
  });

  it('finds room for its bookings in a business that opens at night', async () => {
    await service.admin.put('/business-hours', { workStart: '18:00', workEnd: '23:30' });
    const { appointments } = JSON.parse(await demo({}, '--json')) as { appointments: number };
    expect(appointments).toBeGreaterThan(50);
  });

  it('removes what was booked with its providers, and nothing of others', async () => {
    await demo({});
    const [providerId = 0] = await idsOf('/providers?q=Jonas');
    const [serviceId = 0] = await idsOf('/services?q=beard');
    const [customerId = 0] = await idsOf('/customers?q=Krause');
    await book(providerId, serviceId, { name: 'Tom Berg', email: 'tom@example.com' });
    const kept = await book(own.providerId, own.serviceId, { customerId });
    const others = await idsOf('/appointments?q=mia@example.com');
    await service.keyOf(providerId);

    expect(await demo({}, '--remove')).toMatch(
      /, 39 customers, .*\.\nKept 1 customer, which others use\.\n$/,
    );
    expect((await idsOf('/appointments')).sort()).toEqual([...others, kept].sort());
    expect(await idsOf('/customers?q=tom@example.com')).toHaveLength(1);
    expect((await service.admin.get(`/appointments/${kept}`)).body.data).toMatchObject({ customerId });
    expect((await service.admin.get('/events?length=100')).status).toBe(200);

    expect(await demo({})).toMatch(/^Added 3 providers, 8 services, 40 customers/);
    await service.admin.delete(`/appointments/${kept}`);
    await demo({}, '--remove');
    expect(await idsOf('/customers')).toHaveLength(2);
  });

  it('leaves the teams of services, and takes with it what its providers helped with', async () => {
    await demo({});
    const [helping = 0] = await idsOf('/providers?q=Jonas');
    const staying = await aProvider(service.admin);
    const team = [
      { providerIds: [helping], count: 1 },
      { providerIds: [staying, helping], count: 1 },
    ];
    const pair = await aService(service.admin, { team });
    const booked = await book(own.providerId, pair, { name: 'Tom Berg', email: 'tom@example.com' });
    const { body } = await service.admin.get(`/appointments/${booked}`);
    expect(body.data.team).toContain(helping);
    await demo({}, '--remove');
    expect((await service.admin.get(`/appointments/${booked}`)).status).toBe(404);
    const { data } = (await service.admin.get(`/services/${pair}`)).body;
    expect(data.team).toEqual([{ providerIds: [staying], count: 1 }]);
    expect((await service.admin.put(`/services/${pair}`, data)).status).toBe(200);
  });

  it('sends no message to its customers, reminders and bookings by hand included', async () => {
    await demo({});
    const [providerId = 0] = await idsOf('/providers?q=Jonas');
    const [serviceId = 0] = await idsOf('/services?q=beard');
    const [customerId = 0] = await idsOf('/customers?q=Krause');
    const id = await book(providerId, serviceId, { customerId });
    const ofOthers = await book(providerId, serviceId, { name: 'Tom', email: 'TOM@Shop.Invalid' });
    for (const each of [id, ofOthers])
      expect((await service.admin.post(`/appointments/${each}/notify`, {})).status).toBe(422);
    for (let day = 1; day < 21; day++) {
      service.clock.set(new Date(Date.now() + day * DAY_MS).toISOString());
      await service.app.get(RemindersService).enqueueDue();
    }
    const recipients = await service.query('select distinct recipient from notifications');
    expect(recipients).toEqual([{ recipient: 'mia@example.com' }]);
  });

  it('sends no event of its rows to webhooks, and lists them for readers', async () => {
    const number = async () => {
      while (await service.app.get(EventNumbering).run());
      return service.query(`select count(*)::int as count from webhook_deliveries`);
    };
    const before = await number();
    await demo({});
    expect(await number()).toEqual(before);
    const { body } = await service.admin.get('/events?types=appointment.booked&length=100');
    expect(body.data).toHaveLength(100);
    await demo({}, '--remove');
    expect(await number()).toEqual(before);
    await service.admin.post('/categories', { name: 'Hair' });
    expect(await number()).not.toEqual(before);
  });
});

describe('The address that the command demo prints', () => {
  beforeEach(async () => {
    service = await startTestService();
    service.clock.set(new Date().toISOString());
  });

  afterEach(() => service.stop());

  const recorded = (url: string) => recordUrl(service.app.get(Database), url);
  const HINT = 'The service does not run. Start it with: npm start\n';

  it('is the one of the service that runs on the database, or PUBLIC_URL', async () => {
    expect(await demo({})).toContain(HINT);
    await recorded(service.url);
    expect(await demo({ PORT: '1' })).toContain(
      `  API   ${service.url}/api/v1\n  Docs  ${service.url}/docs\n`,
    );
    expect(await demo({ PUBLIC_URL: 'https://salon.example' })).toContain(
      '  API   https://salon.example/api/v1\n',
    );
  });

  it('is neither that of a service that has ended, nor that of one on another database', async () => {
    const other = await startTestService();
    // With the id that the first provider of the demo has.
    await aProvider(other.admin);
    await aService(other.admin);
    await recorded(other.url);
    expect(await demo({ PUBLIC_URL: 'https://salon.example' })).toContain(HINT);
    await other.stop();
    const shown = await demo({});
    expect(shown).toContain(HINT);
    expect(shown).not.toContain('http');
  });
});
