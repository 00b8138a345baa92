import type { DataSource } from 'typeorm';
import { hasCluster } from '../../../embedded-postgres/src/index';
import type { Clock } from '../../platform/clock';
import type { Config } from '../../platform/config/config';
import { createDataSource } from '../../platform/database/connection/data-source';
import { databaseFaults } from '../../platform/database/connection/fitness';
import { type DatabaseServer, openDatabaseServer } from '../../platform/database/connection/server';
import { reasonOf } from '../../platform/database/sqlstate';
import { checkBusyCalendars } from './busy-calendars.check';
import { checkClock } from './clock.check';
import { checkConnections } from './connections.check';
import { type Finding, findingsOf } from './finding';
import { checkExtensions, checkMigrations } from './schema.check';
import { checkSms } from './sms.check';
import { checkWallClocks } from './wall-clocks.check';
import { checkZoneRules } from './zone-rules.check';

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
