import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { TAKE_TIME_OF_WRITTEN } from '../../src/booking/diary/claims/claims.statements';
import { aService } from '../support/builders';
import { latestEvent, numberEvents } from '../support/events';
import { OpenWrite } from '../support/open-write';
import { startTestService, type TestService } from '../support/test-service';
import { build, type Ended, run } from '../cli/run-cli';
import { ServiceProcess } from './service-process';

const CLI = join(__dirname, '../../dist/src/cli.js');
const RELEASE = join(__dirname, 'support/zone-release.cjs');
const APPOINTMENTS = 20_000;
/** By their offsets in minutes. The second release moves the clocks of the first one by an hour. */
const ZONES: readonly (readonly [string, number])[] = [
  ['Africa/Lagos', 60],
  ['America/Bogota', -300],
  ['Asia/Dubai', 240],
  ['Asia/Kathmandu', 345],
  ['Asia/Tokyo', 540],
  ['UTC', 0],
];
const IN_LAGOS = Math.ceil(APPOINTMENTS / ZONES.length);

/** Six zones with ten providers each; 4,000 customers with five appointments each, half of whom have had a message. */
const WRITE = `
  with zones as (
    select zone, minutes, nth from unnest($1::text[], $2::int[]) with ordinality z (zone, minutes, nth)
  ), people as (
    insert into users (name, email, roles, active, created_at, updated_at)
    select zone || ' ' || n, lower(zone) || n || '@example.com', '{provider}', true, now(), now() from zones, generate_series(1, 10) n
    returning id, name
  ), provided as (
    insert into providers (id, timezone) select id, split_part(name, ' ', 1) from people returning id, timezone
  ), guests as (
    insert into customers (first_name, last_name, email, created_at, updated_at)
    select 'Guest', n::text, 'guest' || n || '@example.com', now(), now() from generate_series(1, 4000) n returning id
  ), numbered as (
    select p.id, z.zone, z.minutes, z.nth, row_number() over (partition by z.nth order by p.id) - 1 as place
    from provided p join zones z on z.zone = p.timezone
  ), times as (
    select n, p.id as provider_id, p.zone, p.minutes,
      timestamp '2090-01-02 08:00' + make_interval(days => ((n / 60) / 9)::int, hours => ((n / 60) % 9)::int) as local
    from generate_series(0, $3 - 1) n join numbered p on p.nth = n % 6 + 1 and p.place = (n / 6) % 10
  )
  insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, booked_start, booked_zone, created_at, updated_at)
  select provider_id, $4, (select min(id) from guests) + n % 4000, at, at + interval '1 hour', tstzrange(at, at + interval '1 hour'),
    'confirmed', to_char(local, 'YYYY-MM-DD"T"HH24:MI:SS') || case when zone = 'UTC' then 'Z' else
      case when minutes < 0 then '-' else '+' end || to_char(make_interval(mins => abs(minutes)), 'HH24:MI') end,
    zone, now(), now()
  from times, lateral (select timezone('UTC', local - make_interval(mins => minutes)) as at) instants`;

const TELL = `
  insert into notifications (appointment_id, customer_id, channel, event, status, recipient, sequence, snapshot, created_at)
  select a.id, a.customer_id, 'email', 'confirmation', 'sent', c.email, 0, '{}', now()
  from appointments a join customers c on c.id = a.customer_id where c.id / 2 % 2 = 0`;

describe('Two releases of the zone rules', () => {
  let service: TestService;
  let first: Ended;
  let before: string;
  let lastEvent: number;
  let killed: string;
  let applied: Ended;
  let afterwards: string;
  let again: Ended;
  let warned: string;

  beforeAll(async () => {
    await build();
    service = await startTestService();
    await write();
    first = await review('2090a', '--apply');
    before = await everything();
    lastEvent = await latestEvent(service);
    warned = await warningOf('2090b');
    await killInTheMiddle();
    killed = await everything();
    applied = await review('2090b', '--apply', '--json');
    afterwards = await everything();
    again = await review('2090b', '--apply');
  }, 180_000);

  afterAll(() => service.stop());

  const environment = (release: string) => ({
    DATABASE_URL: service.databaseUrl,
    NODE_OPTIONS: `--require ${RELEASE}`,
    ZONE_RELEASE: release,
  });
  const review = (release: string, ...options: string[]) =>
    run(process.execPath, [CLI, 'zones', 'review', ...options], environment(release));

  async function write(): Promise<void> {
    const serviceId = await aService(service.admin, { durationMin: 60 });
    for (const table of ['appointments', 'notifications'])
      await service.query(`alter table ${table} disable trigger audit`);
    const [zones, offsets] = [ZONES.map(([zone]) => zone), ZONES.map(([, minutes]) => minutes)];
    await service.query(WRITE, [zones, offsets, APPOINTMENTS, serviceId]);
    await service.query(TAKE_TIME_OF_WRITTEN);
    await service.query(TELL);
    for (const table of ['appointments', 'notifications'])
      await service.query(`alter table ${table} enable trigger audit`);
    await service.query('analyze');
    await numberEvents(service);
  }

  /** What a service with other rules logs at its start. */
  async function warningOf(release: string): Promise<string> {
    const instance = ServiceProcess.start({ ...environment(release), LOG_LEVEL: 'warn' });
    await instance.hasWritten('zones review');
    await instance.kill('SIGKILL');
    return instance.output;
  }

  /** The row of a customer who is to be told is locked, so that the process waits for it after it has moved everything. */
  async function killInTheMiddle(): Promise<void> {
    const lock = await OpenWrite.begin(service);
    await lock.run(
      `select from customers where id = (select max(a.customer_id) from notifications n join appointments a on a.id = n.appointment_id
         where a.booked_zone = 'Africa/Lagos') for update`,
    );
    const child: ChildProcess = spawn(process.execPath, [CLI, 'zones', 'review', '--apply'], {
      env: environment('2090b'),
      stdio: 'ignore',
    });
    const exit = once(child, 'exit');
    while (!(await isWaiting())) {
      if (child.exitCode !== null) throw new Error('the review has ended');
      await wait(20);
    }
    child.kill('SIGKILL');
    await exit;
    await lock.end('rollback');
  }

  async function isWaiting(): Promise<boolean> {
    const waiting = await service.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return waiting.length > 0;
  }

  /** A digest of all that a review may write. */
  async function everything(): Promise<string> {
    const tables = ['appointments', 'claims', 'notifications', 'audit_entries', 'pgboss.job'];
    const digests = await Promise.all(
      tables.map(async (table) => {
        const [row] = await service.query<{ digest: string }>(
          `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${table} t`,
        );
        return `${table}: ${row?.digest}`;
      }),
    );
    return digests.join('\n');
  }

  it('leave everything as it is while they are the same', () => {
    expect([first.code, first.stdout]).toEqual([
      0,
      'Moved: 0 appointments, 0 holds, 0 time off, 0 closures.\nEverything to come has its wall clock by the zone rules of 2090a.\n',
    ]);
  });

  it('are told at the start of the service that has the later one', () => {
    expect(warned).toContain(`"due":${IN_LAGOS}`);
    expect(warned).toContain('"zoneRules":"2090b"');
  });

  it('lose nothing when the review is killed in the middle', () => {
    expect(killed).toBe(before);
  });

  it('leave nothing to move once all has moved', () => {
    expect([applied.code, applied.stderr]).toEqual([0, '']);
    expect(JSON.parse(applied.stdout)).toEqual({
      zoneRules: '2090b',
      moved: { appointments: IN_LAGOS, holds: 0, timeOff: 0, closures: 0 },
      ...{ appointments: [], holds: [], timeOff: [], closures: [] },
    });
    expect(again.stdout).toBe(
      'Moved: 0 appointments, 0 holds, 0 time off, 0 closures.\nEverything to come has its wall clock by the zone rules of 2090b.\n',
    );
    expect(again.code).toBe(0);
  });

  it('change nothing in a second review', async () => {
    expect(await everything()).toBe(afterwards);
  });

  it('leave each appointment its wall clock, and its provider to it alone', async () => {
    const rows = await service.query(
      `select count(*)::int as count, bool_and(upper(c.busy) - lower(c.busy) = interval '1 hour' and c.busy = a.busy) as claimed,
         bool_and(a.booked_start = to_char(timezone('UTC', a.start_at) + make_interval(mins => z.minutes), 'YYYY-MM-DD"T"HH24:MI:SS')
           || case when z.zone = 'UTC' then 'Z' else case when z.minutes < 0 then '-' else '+' end
             || to_char(make_interval(mins => abs(z.minutes)), 'HH24:MI') end) as "isWallClock"
       from appointments a join claims c on c.appointment_id = a.id and c.provider_id = a.provider_id
       join unnest($1::text[], $2::int[]) z (zone, minutes) on z.zone = a.booked_zone`,
      [
        ZONES.map(([zone]) => zone),
        ZONES.map(([zone, minutes]) => (zone === 'Africa/Lagos' ? 120 : minutes)),
      ],
    );
    expect(rows).toEqual([{ count: APPOINTMENTS, claimed: true, isWallClock: true }]);
  });

  it('are an event of each appointment that moved, and of nothing else', async () => {
    await numberEvents(service);
    const events = await service.query(
      `select e.type, a.booked_zone as zone, t.reason, count(*)::int as count, count(distinct a.id)::int as appointments
       from events e join audit_entries t on t.id = e.entry_ids[1] left join appointments a on a.id = e.resource_id::int
       where e.id > $1 group by 1, 2, 3`,
      [lastEvent],
    );
    expect(events).toEqual([
      {
        type: 'appointment.moved',
        zone: 'Africa/Lagos',
        reason: 'zone_rules',
        count: IN_LAGOS,
        appointments: IN_LAGOS,
      },
    ]);
  });

  it('are a calendar update for those who have had a message about what moved, and for no others', async () => {
    const messages = await service.query(
      `select n.event, a.booked_zone as zone, n.status, count(*)::int as count, count(distinct a.id)::int as appointments,
         bool_and(a.customer_id / 2 % 2 = 0 and (n.snapshot ->> 'start')::bigint = extract(epoch from a.start_at) * 1000) as "isRight"
       from notifications n join appointments a on a.id = n.appointment_id where n.event <> 'confirmation' group by 1, 2, 3`,
    );
    const [{ told } = { told: 0 }] = await service.query<{ told: number }>(
      `select count(*)::int as told from appointments where booked_zone = 'Africa/Lagos' and customer_id / 2 % 2 = 0`,
    );
    expect(told).toBeGreaterThan(1_000);
    const update = { event: 'reschedule', zone: 'Africa/Lagos', status: 'queued' };
    expect(messages).toEqual([{ ...update, count: told, appointments: told, isRight: true }]);
  });
});
