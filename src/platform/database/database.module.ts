import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../clock';
import { ErrorTranslator } from '../errors/error-translator';
import { DatabaseConnection } from './connection/connection';
import { ConstraintErrors } from './errors/constraint-errors';
import type { ConnectionShares } from './reads/connection-shares';
import { createDataSource, createSharedClient, loadedEntities } from './connection/data-source';
import { Database } from './database';
import { EntityReads } from './reads/entity-reads';
import { KnownReads } from './reads/known-reads';
import { DatabaseErrorTranslator } from './errors/database-errors';
import { ShortReads } from './reads/short-reads';
import { Snapshots } from './snapshots';

@Global()
@Module({
  providers: [
    Database,
    EntityReads,
    KnownReads,
    DatabaseConnection,
    ConstraintErrors,
    Snapshots,
    { provide: ErrorTranslator, useClass: DatabaseErrorTranslator },
  ],
  exports: [Database, EntityReads, KnownReads, DatabaseConnection, ErrorTranslator, Snapshots],
})
export class DatabaseModule {
  /** The DataSource is opened by `DatabaseConnection`, not by Nest: a service whose database is away starts all the same. */
  static forRoot({ url, pooled, shared }: ConnectionShares & { readonly url: string }): DynamicModule {
    const typeOrm = TypeOrmModule.forRootAsync({
      useFactory: () => ({ type: 'postgres', manualInitialization: true }),
      dataSourceFactory: () =>
        Promise.resolve(
          createDataSource({ url, poolSize: pooled, entities: loadedEntities(), migrations: [] }),
        ),
    });
    const shortReads = {
      provide: ShortReads,
      inject: [Clock],
      useFactory: (clock: Clock) => new ShortReads(shared, () => createSharedClient(url), clock),
    };
    return { module: DatabaseModule, imports: [typeOrm], providers: [shortReads] };
  }
}
