import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDataSource } from '../../src/platform/database/data-source';
import { type EmbeddedServer, startEmbeddedServer } from '../../embedded-postgres/src/index';
import { migrate } from '../../src/platform/database/migrate';
import { TEMPLATE, withDatabaseName } from './database-name';
import { query } from './query';

declare global {
  var testServer: { server: EmbeddedServer; dataDir: string } | undefined;
}

/** Starts one PostgreSQL for the whole run, and migrates the template that each test file clones. */
export default async function globalSetup(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'scheduling-test-'));
  const server = await startEmbeddedServer({ dataDir, owner: 'tests' });
  globalThis.testServer = { server, dataDir };
  process.env['TEST_DATABASE_URL'] = server.url;
  await query(server.url, `create database ${TEMPLATE}`);
  const dataSource = createDataSource({ url: withDatabaseName(server.url, TEMPLATE), poolSize: 2 });
  await dataSource.initialize();
  await migrate(dataSource);
  await dataSource.destroy();
}
