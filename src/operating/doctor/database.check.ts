import type { DataSource } from 'typeorm';
import { hasCluster } from '../../../embedded-postgres/src/index';
import type { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config/config';
import { createDataSource } from '../../platform/database/connection/data-source';
import { databaseFaults } from '../../platform/database/connection/fitness';
import { type DatabaseServer, openDatabaseServer } from '../../platform/database/connection/server';
import { reasonOf } from '../../platform/database/sqlstate';
import { type Finding, findingsOf } from './finding';
import { checkExtensions, checkMigrations } from './schema.check';
import { checkZoneRules } from './zone-rules.check';
import { isStaleSql } from '../../business/busy-calendars/stale';
import { countDue } from '../zone-review/count-due';

const RECEIVERS = `
  select count(*)::int as count from webhooks
  where active and (types is null or types && array['message.due', 'message.*'])`;

/** With SMS=webhook, texts are events: without a webhook that receives them, customers get none. */
async function checkSms(dataSource: DataSource, { sms }: Config): Promise<Finding[]> {
  if (sms === 'off') return [];
  const { ok, warning } = findingsOf('SMS');
  try {
    const [{ count } = { count: 0 }] = await dataSource.query<{ count: number }[]>(RECEIVERS);
    if (count > 0) return [ok(`${count} active webhooks receive message.due`)];
    return [warning('SMS is webhook, but no active webhook receives message.due: customers get no SMS')];
  } catch (error) {
    return [warning(`webhooks cannot be read: ${reasonOf(error)}`)];
  }
}

interface Connections {
  /** The number it allows, without those reserved for superusers. */
  readonly max: number;
  /** The number that other programs use. */
  readonly others: number;
}

async function checkConnections(dataSource: DataSource, poolSize: number): Promise<Finding> {
  const [row] = await dataSource.query<Connections[]>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as max,
       (select count(*)::int from pg_stat_activity
        where datid is not null
          and application_name is distinct from current_setting('application_name')) as others`,
  );
  return judgeConnections(row ?? { max: 0, others: 0 }, poolSize);
}

/** If the server has no room for the pool, requests wait and are refused in the end. */
export function judgeConnections({ max, others }: Connections, poolSize: number): Finding {
  const { ok, warning } = findingsOf('connections');
  const room = Math.max(0, max - others);
  const facts = `DATABASE_POOL_SIZE is ${poolSize}; the server allows ${max}, other programs use ${others}`;
  if (poolSize > room) return warning(`${facts}: too few are free`);
  return ok(`${facts}; instances that fit: ${Math.floor(room / poolSize)}`);
}

const WORST_SKEW_MS = 2_000;

/** Keys expire by the clock of the service, and messages fall due by the clock of PostgreSQL. */
async function checkClock(dataSource: DataSource, clock: Clock): Promise<Finding> {
  const before = clock.now();
  const [row] = await dataSource.query<{ now: number }[]>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  // PostgreSQL answered about half-way between the two readings.
  return judgeClock((row?.now ?? 0) - (before + clock.now()) / 2);
}

/** @param skewMs how far the clock of the database is ahead */
export function judgeClock(skewMs: number): Finding {
  const { ok, warning } = findingsOf('clock');
  const seconds = (Math.abs(skewMs) / 1_000).toFixed(1);
  if (Math.abs(skewMs) <= WORST_SKEW_MS)
    return ok(`the clock of the database is ${seconds} s away from that of this machine`);
  return warning(
    `the clock of the database is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of this machine`,
  );
}

const { ok, warning, fault } = findingsOf('database');

/** Checks the database and everything in it that the service needs. Neither creates, nor migrates, nor writes to it. */
export async function checkDatabase(config: Config, clock: Clock): Promise<Finding[]> {
  const isEmbedded = config.databaseUrl === undefined;
  if (isEmbedded && !hasCluster(config.dataDir)) {
    return [
      warning(`no embedded PostgreSQL in ${config.dataDir} yet: the first start of the service makes it`),
    ];
  }
  let server: DatabaseServer | undefined;
  try {
    server = await openDatabaseServer(config, 'cli', () => undefined);
    return await checkServer(server, config, clock);
  } catch (error) {
    const where = server?.description ?? `embedded PostgreSQL in ${config.dataDir}`;
    return [fault(`${where}: ${reasonOf(error)}`)];
  } finally {
    await server?.stop();
  }
}

async function checkServer(
  { url, description }: DatabaseServer,
  config: Config,
  clock: Clock,
): Promise<Finding[]> {
  const dataSource = await createDataSource({ url, poolSize: 1, entities: [], migrations: [] }).initialize();
  try {
    return [
      await checkFitness(dataSource, description),
      ...(await checkExtensions(dataSource)),
      await checkMigrations(dataSource),
      await checkConnections(dataSource, config.databasePoolSize),
      await checkClock(dataSource, clock),
      await checkZoneRules(dataSource, config.businessTimeZone, clock.now()),
      await checkWallClocks(dataSource, clock),
      await checkBusyCalendars(dataSource, clock),
      ...(await checkSms(dataSource, config)),
    ];
  } finally {
    await dataSource.destroy();
  }
}

async function checkFitness(dataSource: DataSource, description: string): Promise<Finding> {
  const [row] = await dataSource.query<{ version: string }[]>(
    `select current_setting('server_version') as version`,
  );
  const facts = `${description}, version ${row?.version ?? ''}`;
  const faults = await databaseFaults(dataSource);
  return faults.length === 0 ? ok(facts) : fault(`${facts}: ${faults.join('; ')}`);
}

/** The busy times of a stale calendar may be out of date, and an unreadable event has none: its provider can be booked meanwhile. */
async function checkBusyCalendars(dataSource: DataSource, clock: Clock): Promise<Finding> {
  const { ok, warning } = findingsOf('busy calendars');
  try {
    const idsWhere = (sql: string) => `coalesce(array_agg(k.id order by k.id) filter (where ${sql}), '{}')`;
    const [row] = await dataSource.query<{ active: number; stale: number[]; unreadable: number[] }[]>(
      `select count(*)::int as active, ${idsWhere(isStaleSql('k', '$1'))} as stale, ${idsWhere('k.unreadable_events > 0')} as unreadable
       from busy_calendars k where k.active`,
      [new Date(clock.now())],
    );
    const { active = 0, stale = [], unreadable = [] } = row ?? {};
    const faults = [
      { ids: stale, text: 'not fetched for 24 hours; their lastError says why' },
      { ids: unreadable, text: 'with events that cannot be read; their unreadable says which' },
    ].filter(({ ids }) => ids.length > 0);
    if (faults.length === 0)
      return ok(`${active} active, all of them fetched within the last 24 hours, and each event read`);
    return warning(
      faults.map(({ ids, text }) => `${ids.length} of ${active} ${text}: ${listed(ids)}`).join('. '),
    );
  } catch (error) {
    return warning(`cannot be read: ${reasonOf(error)}`);
  }
}

function listed(ids: readonly number[]): string {
  return ids.slice(0, 10).join(', ') + (ids.length > 10 ? ' and others' : '');
}

/** After an update of the zone rules, what lies ahead may have another wall clock than was agreed. */
async function checkWallClocks(dataSource: DataSource, clock: Clock): Promise<Finding> {
  const { ok, warning } = findingsOf('wall clocks');
  try {
    const count = await countDue(clock.now(), ({ text }, values) => dataSource.query(text, values));
    if (count === 0) return ok('everything to come has the wall clock that was agreed');
    return warning(
      `${count} appointments, holds, closures and time off to come have another wall clock than was agreed, so a review is due: \`zones review\` lists them, and moves them with \`--apply\``,
    );
  } catch (error) {
    return warning(`cannot be read: ${reasonOf(error)}`);
  }
}
