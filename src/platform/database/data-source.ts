import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { SnakeCaseNaming } from './naming-strategy';
import { onConnect, PooledClient } from './pooled-client';

/** How long a request waits for a free connection, for a lock and for a statement, in ms. The answer is a 503 then. */
const TIMEOUTS_MS = { connection: 5_000, lock: 8_000, statement: 15_000 };

export interface DataSourceSettings {
  readonly url: string;
  readonly poolSize: number;
}

/** The one DataSource that the service, the command line, the migrations and the tests share. */
export function createDataSource({ url, poolSize }: DataSourceSettings): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    // The drift test compares the entities with the schema that the migrations create.
    entities: [join(__dirname, '../../**/*.entity.{ts,js}')],
    migrations: [join(__dirname, '../../../migrations/*.{ts,js}')],
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    installExtensions: false,
    poolSize,
    applicationName: 'scheduling-service',
    extra: {
      connectionTimeoutMillis: TIMEOUTS_MS.connection,
      lock_timeout: TIMEOUTS_MS.lock,
      statement_timeout: TIMEOUTS_MS.statement,
      keepAlive: true,
      // The statements of a transaction need not wait for each other's answers.
      pipeline: true,
      Client: PooledClient,
      onConnect,
    },
  });
}
