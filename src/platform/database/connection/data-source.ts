import { join } from 'node:path';
import {
  DataSource,
  type DataSourceOptions,
  DefaultNamingStrategy,
  getMetadataArgsStorage,
  type Table,
} from 'typeorm';
import { onConnect, PrimaryClient } from './primary-client';
import { columnName } from '../columns';
import { MIGRATIONS } from '../known-migrations';

/** Primary and foreign keys have the names that PostgreSQL gives them; other constraints and indexes have explicit names. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? columnName(propertyName);
  }

  /** The table of the migrations is TypeORM's own: databases have it with the name that it gives. */
  override primaryKeyName(table: Table | string, columns: string[]): string {
    const name = this.getTableName(table);
    return name === 'migrations' ? super.primaryKeyName(table, columns) : `${name}_pkey`;
  }

  override foreignKeyName(table: Table | string, columns: string[]): string {
    return `${this.getTableName(table)}_${columns.join('_')}_fkey`;
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

/** The drift test compares them with the schema that the migrations create. */
const ALL_ENTITIES = [join(__dirname, '../../../**/*.entity.{ts,js}')];
const ALL_MIGRATIONS = [join(MIGRATIONS, '*.{ts,js}')];

export interface DataSourceSettings {
  readonly url: string;
  readonly poolSize: number;
  /** By default all of them, which take as long to load as all else that most commands need. */
  readonly entities?: Entities;
  readonly migrations?: string[];
}

type Entities = NonNullable<DataSourceOptions['entities']>;

/** The entities of the features that a process has loaded. All of them, if a foreign key of one names another that is not loaded. */
export function loadedEntities(): Entities {
  const { tables, foreignKeys } = getMetadataArgsStorage();
  const loaded = tables.map(({ target }) => target);
  const names = new Set(loaded.map((target) => (typeof target === 'string' ? target : target.name)));
  const isClosed = foreignKeys.every(({ type }) => typeof type !== 'string' || names.has(type));
  return isClosed ? loaded : ALL_ENTITIES;
}

/** The one DataSource that the service, the command line, the migrations and the tests share. */
export function createDataSource({
  url,
  poolSize,
  entities = ALL_ENTITIES,
  migrations = ALL_MIGRATIONS,
}: DataSourceSettings): DataSource {
  return new DataSource({
    type: 'postgres',
    url,
    entities,
    migrations,
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
