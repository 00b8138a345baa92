import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSource } from '../../src/platform/database/connection/data-source';
import { type EmbeddedServer, startEmbeddedServer } from '../../embedded-postgres/src/index';
import { migrate } from '../../src/platform/database/migrate';
import { TEMPLATE, withDatabaseName } from './database/database-name';
import { query } from './database/query';

declare global {
  var testRun: { server: EmbeddedServer; folder: string } | undefined;
}

/** The derivation of a password is expensive on purpose, and tests open thousands of connections. */
const cheapPassword = ({ username, password }: URL) =>
  `set scram_iterations = 1; alter role "${username}" password '${decodeURIComponent(password)}'`;

/** Starts one PostgreSQL for the run, and migrates the template database that each test service clones. */
export default async function globalSetup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scheduling-test-'));
  const server = await startEmbeddedServer({ dataDir: join(folder, 'data'), owner: 'tests' });
  globalThis.testRun = { server, folder };
  process.env['TEST_RUN_FOLDER'] = folder;
  process.env['TEST_DATABASE_URL'] = server.url;
  process.env['TEST_SUPERUSER_URL'] = server.superuserUrl;
  for (const url of [server.url, server.superuserUrl])
    await query(server.superuserUrl, cheapPassword(new URL(url)));
  // It would analyze the tables of a slow test while that looks at plans.
  await query(server.superuserUrl, 'alter system set autovacuum = off');
  await query(server.superuserUrl, 'select pg_reload_conf()');
  await query(server.superuserUrl, `create database ${TEMPLATE} owner ${new URL(server.url).username}`);
  const dataSource = createDataSource({ url: withDatabaseName(server.url, TEMPLATE), poolSize: 2 });
  await dataSource.initialize();
  await migrate(dataSource);
  await dataSource.destroy();
}
