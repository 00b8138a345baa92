import { randomBytes } from 'node:crypto';
import { withDatabaseName } from './database-name';
import { query } from './query';

/** A database without tables: no migration has run. */
export interface EmptyDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** @param options of `create database`, such as an encoding */
export async function createEmptyDatabase(options = ''): Promise<EmptyDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('the global setup has not started PostgreSQL');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await query(server, `create database ${name} ${options}`);
  return {
    url: withDatabaseName(server, name),
    drop: async () => {
      await query(server, `drop database ${name} with (force)`);
    },
  };
}
