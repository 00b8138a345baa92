import { randomBytes } from 'node:crypto';
import { withDatabaseName } from './database-name';
import { query } from './query';
import { ownerOfDatabases, serverUrl } from './superuser';

/** A database without tables: no migration has run. */
export interface EmptyDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** @param options of `create database`, such as an encoding */
export async function createEmptyDatabase(options = ''): Promise<EmptyDatabase> {
  const server = serverUrl('TEST_SUPERUSER_URL');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(server, `create database ${name} owner ${ownerOfDatabases()} ${options}`);
  return {
    url: withDatabaseName(serverUrl('TEST_DATABASE_URL'), name),
    drop: async () => {
      await query(server, `drop database ${name} with (force)`);
    },
  };
}
