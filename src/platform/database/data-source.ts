import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { SnakeCaseNaming } from './naming-strategy';
import { onConnect } from './pooled-client';

/** How long a request waits for a free connection, a lock or a statement, in ms. Then it is a 503, never a hang. */
const WAIT = { connection: 5_000, lock: 8_000, statement: 15_000 };

export interface DataSourceSettings {
  readonly url: string;
  readonly poolSize: number;
}

/** The one DataSource that the service, the command line, the migrations and the tests share. */
export function createDataSource({ url, poolSize }: DataSourceSettings): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    // Every `*.entity.ts` of the source; the drift test compares them with what the migrations make.
    entities: [join(__dirname, '../../**/*.entity.{ts,js}')],
    migrations: [join(__dirname, '../../../migrations/*.{ts,js}')],
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    installExtensions: false,
    poolSize,
    applicationName: 'scheduling-service',
    extra: {
      connectionTimeoutMillis: WAIT.connection,
      lock_timeout: WAIT.lock,
      statement_timeout: WAIT.statement,
      keepAlive: true,
      onConnect,
    },
  });
}
