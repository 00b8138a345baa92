import { DataSource } from 'typeorm';
import {
  INSERT_ALL,
  INSERT_IN_FREE_TIME,
  RESERVE,
  UPDATES,
} from '../../../src/booking/diary/writes/writes.statements';
import { TAKE_TIME_OF_WRITTEN } from '../../../src/booking/diary/claims/claims.statements';
import {
  FIRST_LOOK,
  LOOK as WAITLIST_LOOK,
} from '../../../src/booking/waitlist/offers/freed-time.statements';
import { SELECT_CONTENTS } from '../../../src/telling/calendars/calendar.statements';
import { LOOK, READ } from '../../../src/telling/numbering/event-numbering';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { interceptStatements } from '../../support/database/intercept-statements';
import { startTestService, type TestService } from '../../support/test-service';

/** PostgreSQL makes a custom plan for the first five executions of a prepared statement, then may choose a generic plan. */
const CUSTOM_PLANS = 5;

/** Makes the planner believe that each table has a million rows. */
async function pretendMillions(service: TestService, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await service.query(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', '${table}', 'relpages', 1, 'reltuples', 1e6::real)`,
    );
}

describe('PostgreSQL uses one generic plan', () => {
  let service: TestService;
  let ids: string;

  beforeAll(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: '1' } });
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    await anAppointment(service.admin, providerId, serviceId);
    ids = `providerId=${providerId}&serviceId=${serviceId}`;
    await pretendMillions(service, ['appointments', 'customers', 'providers', 'provider_services']);
  });

  afterAll(() => service.stop());

  it.each([
    ['an appointment by id', '/appointments/1'],
    ['a page of the list', '/appointments?page=1'],
    ['the list in another order', '/appointments?sort=createdAt:desc'],
    ['a search for a word', '/appointments/search?q=customer'],
    ['a search for two words', '/appointments/search?q=customer+example'],
    ['the list of services', '/services'],
    ['the customers with a word', '/customers?q=customer'],
    ['the customers with two words', '/customers?q=customer+example'],
    ['the slots of a provider', `/availability/slots?date=${MONDAY}&IDS`],
    ['the slots of any provider', `/availability/slots?date=${MONDAY}&anyProvider=true&IDS`],
    ['the next slot of a provider', '/availability/next-available?IDS'],
    ['the calendar', `/availability/calendar?from=${MONDAY}&to=${MONDAY}&IDS`],
    ['the counts of appointments', '/appointments/counts'],
    ['the summary of appointments', '/appointments/summary'],
  ])('for %s', async (_request, path) => {
    const requestPath = path.replace('IDS', ids);
    for (let time = 0; time < CUSTOM_PLANS + 2; time++)
      expect((await service.admin.get(requestPath)).status).toBe(200);
    const planned = await service.app
      .get(DataSource)
      .query<{ name: string; custom: number; generic: number }[]>(
        `select name, custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements
         where custom_plans + generic_plans > ${CUSTOM_PLANS}`,
      );
    expect(planned.length).toBeGreaterThanOrEqual(2);
    expect(planned.filter(({ custom }) => custom > CUSTOM_PLANS)).toEqual([]);
  });
});

describe('A list with a filter by metadata', () => {
  const TABLES = [
    'appointments',
    'services',
    'categories',
    'providers',
    'customers',
    'locations',
    'resources',
  ];
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    await anAppointment(admin, await aProvider(admin), await aService(admin));
    await admin.post('/resources', { name: 'Room 1', kind: 'room' });
    for (const collection of ['/categories', '/locations']) await admin.post(collection, { name: 'First' });
    await pretendMillions(service, [...TABLES, 'users']);
  });

  afterAll(() => service.stop());

  it.each(TABLES)('finds the %s that match by their index on metadata', async (table) => {
    const sent: { text: string; values?: unknown[]; name?: string }[] = [];
    interceptStatements((statement) => {
      if (typeof statement === 'object') sent.push(statement);
      return statement;
    });
    const { status } = await service.admin.get(`/${table}?metadata[crmId]=C-1&metadata[source]=web`);
    jest.restoreAllMocks();
    const [search, ...others] = sent.filter(({ text }) => text.includes('@>'));
    // Without a name it is planned for its values each time.
    expect([status, search?.name, others]).toEqual([200, undefined, []]);
    const explain = `explain ${search?.text ?? ''}`;
    const plan = await service.query<{ 'QUERY PLAN': string }>(explain, search?.values);
    const lines = plan.map((line) => line['QUERY PLAN']);
    expect(lines.filter((line) => line.includes(`Bitmap Index Scan on ${table}_metadata_idx`))).not.toEqual(
      [],
    );
    expect(lines.filter((line) => line.includes(`Seq Scan on ${table} `))).toEqual([]);
  });
});

describe('A search', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await anAppointment(service.admin, await aProvider(service.admin), await aService(service.admin));
    await pretendMillions(service, ['appointments', 'customers']);
  });

  afterAll(() => service.stop());

  it.each([
    ['/appointments?q=straße', ['appointments_notes', 'appointments_attendee', 'customers']],
    ['/appointments?q=straße+mia', ['appointments_notes', 'appointments_attendee', 'customers']],
    ['/customers?q=straße', ['customers']],
  ])('finds words by the indexes on folded texts: %s', async (path, indexes) => {
    const sent: { text: string; values?: unknown[] }[] = [];
    interceptStatements((statement) => {
      if (typeof statement === 'object') sent.push(statement);
      return statement;
    });
    expect((await service.admin.get(path)).status).toBe(200);
    jest.restoreAllMocks();
    const search = sent.find(({ text }) => text.includes('folded('));
    const plan = await service.query<{ 'QUERY PLAN': string }>(
      `explain ${search?.text ?? ''}`,
      search?.values,
    );
    const lines = plan.map((line) => line['QUERY PLAN']);
    for (const index of indexes)
      expect(lines.filter((line) => line.includes(`Bitmap Index Scan on ${index}_folded_idx`))).not.toEqual(
        [],
      );
    expect(lines.filter((line) => /Seq Scan on (appointments|customers) /.test(line))).toEqual([]);
  });
});

describe('A calendar feed', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await anAppointment(service.admin, await aProvider(service.admin), await aService(service.admin));
    await pretendMillions(service, ['appointments', 'customers', 'providers', 'users', 'locations']);
  });

  afterAll(() => service.stop());

  it.each([
    ['location', 'appointments_location_id_idx'],
    ['business', 'appointments_start_at_idx'],
  ] as const)('of a %s reads what is nearest to now in its order: %s', async (kind, index) => {
    const plan = await service.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${SELECT_CONTENTS[kind].text}`,
    );
    const lines = plan.map((line) => line['QUERY PLAN']);
    expect(lines.filter((line) => line.includes(`Index Scan using ${index} on appointments`))).toHaveLength(
      1,
    );
    expect(lines.filter((line) => line.includes(`Index Scan Backward using ${index} on app`))).toHaveLength(
      1,
    );
    expect(lines.filter((line) => /Seq Scan on (appointments|audit_entries) /.test(line))).toEqual([]);
  });
});

describe('A reader of the audit trail', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    await service.query(
      `insert into categories (name, created_at, updated_at) select 'Each', now(), now() from generate_series(1, 5000)`,
    );
    await service.query('analyze audit_entries');
  });

  afterAll(() => service.stop());

  it.each([LOOK, READ, FIRST_LOOK, WAITLIST_LOOK])(
    'finds what has filled a gap by its ids: $name',
    async ({ text }) => {
      const plan = await service.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
      const lines = plan.map((line) => line['QUERY PLAN']);
      expect(
        lines.filter((line) => /Index Cond: .*gap.value ->> 0.*gap.value ->> 1/.test(line)),
      ).toHaveLength(1);
      expect(lines.filter((line) => /Seq Scan on audit_entries|Join Filter/.test(line))).toEqual([]);
    },
  );
});

describe('A booking', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: '1' } });
    [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const { customerId } = await anAppointment(service.admin, providerId, serviceId);
    await service.query(`
      insert into appointments (provider_id, service_id, customer_id, status, start_at, end_at, busy, created_at, updated_at)
      select ${providerId}, ${serviceId}, ${customerId}, 'confirmed', at, at + '30 min', tstzrange(at, at + '30 min'), at, at
      from generate_series(timestamptz '2027-01-01Z', '2027-06-01Z', '1 hour') at`);
    await service.query(TAKE_TIME_OF_WRITTEN);
    await service.query('analyze claims');
  });

  afterAll(() => service.stop());

  it.each([RESERVE, INSERT_ALL])(
    'looks for expired claims among those that expire: $name',
    async ({ text }) => {
      const plan = await service.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${text}`);
      const lines = plan.map((line) => line['QUERY PLAN']);
      expect(lines.filter((line) => line.includes('on claims_no_overlap'))).toEqual([]);
      expect(lines.filter((line) => line.includes('claims_expires_at_idx'))).toHaveLength(1);
    },
  );

  it('and a move of it use one generic plan for each of their statements', async () => {
    for (let time = 0; time < CUSTOM_PLANS + 3; time++) {
      const start = `1${1 + (time >> 1)}:${time % 2 === 0 ? '00' : '30'}`;
      const { id } = await anAppointment(service.admin, providerId, serviceId, { start });
      const moved = await service.admin.patch(`/appointments/${id}`, { date: '2026-11-24', start });
      expect(moved.status).toBe(200);
    }
    const planned = await service.app.get(DataSource).query<{ name: string; custom: number }[]>(
      `select name, custom_plans::int as custom from pg_prepared_statements
         where custom_plans + generic_plans > ${CUSTOM_PLANS}`,
    );
    expect(planned.map(({ name }) => name)).toEqual(
      expect.arrayContaining([INSERT_IN_FREE_TIME.name, UPDATES.taken.name]),
    );
    expect(planned.filter(({ custom }) => custom > CUSTOM_PLANS)).toEqual([]);
  });
});
