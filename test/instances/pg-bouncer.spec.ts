import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { build, runCli } from '../cli/run-cli';
import { ServiceProcess } from '../process/service-process';
import { ApiClient } from '../support/api-client';
import { aBooking, aProvider, aService } from '../support/builders';
import { createEmptyDatabase, type EmptyDatabase } from '../support/database/empty-database';
import { query } from '../support/database/query';
import { PgBouncer } from './pg-bouncer';

/** The starts of half hours from 09:00. */
const STARTS = Array.from(
  { length: 10 },
  (_, n) => `${9 + Math.floor(n / 2)}`.padStart(2, '0') + (n % 2 ? ':30' : ':00'),
);

/** A Monday at least a week after the machine's date, because a process of its own uses the machine's clock. */
function aMonday(): string {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + 14 - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

describe('Behind a PgBouncer in transaction mode', () => {
  let folder: string;
  let database: EmptyDatabase;
  let pooler: PgBouncer;
  let service: ServiceProcess;
  let environment: Record<string, string>;
  let admin: ApiClient;
  let other: ApiClient;
  let serviceId: number;
  const date = aMonday();

  beforeAll(async () => {
    await build();
    folder = await mkdtemp(join(tmpdir(), 'scheduling-pooled-'));
    database = await createEmptyDatabase();
    // Like the timeouts in deploy/pgbouncer.ini, but shorter.
    await query(
      database.url,
      `do $$ begin
         execute format('alter role %I in database %I set lock_timeout = ''1s''', current_user, current_database());
       end $$`,
    );
    pooler = await PgBouncer.start(database.url);
    environment = {
      DATABASE_URL: pooler.url,
      PREPARED_STATEMENTS: 'off',
      DATA_DIR: folder,
      RATE_LIMIT: '1000000',
      WORKER: 'on',
    };
    service = ServiceProcess.start(environment);
    const url = await service.url();
    admin = new ApiClient(url, await aKey('1'));
    const lea = ['--name', 'Lea', '--email', 'lea@example.com', '--roles', 'admin'];
    const { id } = JSON.parse((await cli('user', 'create', ...lea, '--json')).stdout) as { id: number };
    other = new ApiClient(url, await aKey(String(id)));
    serviceId = await aService(admin);
  }, 180_000);

  afterAll(async () => {
    await service.kill('SIGKILL');
    await pooler.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  async function cli(...args: string[]) {
    const ended = await runCli(environment, ...args);
    expect(ended.code).toBe(0);
    return ended;
  }

  const aKey = async (user: string) =>
    (await cli('api:key', 'create', '--user', user, '--name', 'Test')).stdout.trim();

  it('exactly one of 64 clients gets a slot', async () => {
    const providerId = await aProvider(admin);
    const answers = await Promise.all(
      Array.from({ length: 64 }, () =>
        admin.post('/appointments', aBooking(providerId, serviceId, { date })),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(63);
  });

  it('the audit trail names the right user for each of 100 simultaneous bookings', async () => {
    const providers = await Promise.all(Array.from({ length: 10 }, () => aProvider(admin)));
    const bookings = providers.flatMap((providerId) =>
      STARTS.map((start) => aBooking(providerId, serviceId, { date, start })),
    );
    const made = await Promise.all(
      bookings.map(async (body, n) => {
        const { status, body: answer } = await (n % 2 ? other : admin).post('/appointments', body);
        return { status, id: answer.data?.id as number, user: n % 2 ? 2 : 1 };
      }),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(100);
    const recorded = await query<{ id: number; user: number }>(
      database.url,
      `select resource_id::int as id, user_id::int as user from audit_entries
       where resource = 'appointments' and action = 'create' and resource_id = any ($1)`,
      [made.map(({ id }) => id)],
    );
    const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
    expect(recorded.sort(byId)).toEqual(made.map(({ id, user }) => ({ id, user })).sort(byId));
  });

  it('a booking that is sent twice with one Idempotency-Key happens once', async () => {
    const keyed = { headers: { 'idempotency-key': 'booking-4711' } };
    const body = aBooking(await aProvider(admin), serviceId, { date });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => admin.post('/appointments', body, keyed)),
    );
    const again = await admin.post('/appointments', body, keyed);
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThanOrEqual(1);
    // The other requests arrived while the first one was running.
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(8 - made.length);
    for (const { body: first } of made) expect(again).toMatchObject({ status: 201, body: first });
  });

  it('a booking waits for a lock until the timeout of the role', async () => {
    const providerId = await aProvider(admin);
    const writer = new Client({ connectionString: database.url });
    await writer.connect();
    await writer.query('begin');
    await writer.query('select from providers where id = $1 for update', [providerId]);
    const { status, headers } = await admin.post('/appointments', aBooking(providerId, serviceId, { date }));
    // PostgreSQL itself must time out: a timeout of the service alone would leave a statement waiting.
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    expect((await writer.query(waiting)).rowCount).toBe(0);
    await writer.end();
    expect([status, headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  });

  it('customers get their messages', async () => {
    const body = aBooking(await aProvider(admin), serviceId, { date });
    const { id } = (await admin.post('/appointments', body)).body.data as { id: number };
    const messages = async () =>
      (await admin.get(`/appointments/${id}/notifications`)).body.data as { id: number; status: string }[];
    while (!(await messages()).some(({ status }) => status === 'sent')) await wait(100);
    const [message] = await messages();
    expect(await readdir(join(folder, 'outbox'))).toContainEqual(
      expect.stringContaining(`-${message?.id}-confirmation.eml`),
    );
  });
});
