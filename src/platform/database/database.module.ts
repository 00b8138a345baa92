import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ErrorTranslator } from '../errors/error-translator';
import { DatabaseConnection } from './connection';
import { ConstraintErrors } from './constraint-errors';
import { createDataSource, type DataSourceSettings } from './data-source';
import { Database } from './database';
import { EntityReads } from './entity-reads';
import { DatabaseErrorTranslator } from './database-errors';

@Global()
@Module({
  providers: [
    Database,
    EntityReads,
    DatabaseConnection,
    ConstraintErrors,
    { provide: ErrorTranslator, useClass: DatabaseErrorTranslator },
  ],
  exports: [Database, EntityReads, DatabaseConnection, ErrorTranslator],
})
export class DatabaseModule {
  /** The DataSource is opened by `DatabaseConnection`, not by Nest: a service whose database is away starts all the same. */
  static forRoot(settings: DataSourceSettings): DynamicModule {
    const typeOrm = TypeOrmModule.forRootAsync({
      useFactory: () => ({ type: 'postgres', manualInitialization: true }),
      dataSourceFactory: () => Promise.resolve(createDataSource(settings)),
    });
    return { module: DatabaseModule, imports: [typeOrm] };
  }
}
