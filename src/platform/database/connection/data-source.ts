import { join } from 'node:path';
import { DataSource, DefaultNamingStrategy } from 'typeorm';
import { onConnect, PrimaryClient } from './primary-client';
import { columnName } from '../columns';

/** Constraints and indexes have explicit names. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? columnName(propertyName);
  }
}

/** How long a request waits for a free connection, for a lock and for a statement, in ms. The answer is a 503 then. */
const TIMEOUTS_MS = { connection: 5_000, lock: 8_000, statement: 15_000 };
/** How long a statement of a shared connection may take, in ms; then the pool repeats it. */
const SHORT_STATEMENT_MS = 500;
const APPLICATION_NAME = 'scheduling-service';
/** Settings of `pg` for all connections. */
const CONNECTION = {
  connectionTimeoutMillis: TIMEOUTS_MS.connection,
  lock_timeout: TIMEOUTS_MS.lock,
  statement_timeout: TIMEOUTS_MS.statement,
  keepAlive: true,
  // Statements need not wait for the answers to those before.
  pipeline: true,
};

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
    entities: [join(__dirname, '../../../**/*.entity.{ts,js}')],
    migrations: [join(__dirname, '../../../../migrations/*.{ts,js}')],
    migrationsTransactionMode: 'each',
    namingStrategy: new SnakeCaseNaming(),
    synchronize: false,
    installExtensions: false,
    poolSize,
    applicationName: APPLICATION_NAME,
    extra: { ...CONNECTION, Client: PrimaryClient, onConnect },
  });
}

/** A connection for short reads of several requests at once, not connected yet. */
export function createSharedClient(url: string): PrimaryClient {
  const client = new PrimaryClient({
    ...CONNECTION,
    connectionString: url,
    application_name: APPLICATION_NAME,
    statement_timeout: SHORT_STATEMENT_MS,
  });
  // An error ends the connection, and its reads fail.
  return client.on('error', () => undefined);
}
