import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DestinationStream } from 'pino';
import { Clock, SystemClock } from './clock';
import { Config } from './config/config';
import { DatabaseConnection } from './database/connection/connection';
import { createDataSource, createSharedClient, loadedEntities } from './database/connection/data-source';
import { Database } from './database/database';
import { ConstraintErrors } from './database/errors/constraint-errors';
import { DatabaseErrorTranslator } from './database/errors/database-errors';
import { connectionShares } from './database/reads/connection-shares';
import { EntityReads } from './database/reads/entity-reads';
import { KnownReads } from './database/reads/known-reads';
import { ShortReads } from './database/reads/short-reads';
import { Snapshots } from './database/snapshots';
import { ErrorTranslator } from './errors/error-translator';
import { IdempotencyService } from './http/idempotency/idempotency.service';
import { LongRequestLimit } from './http/limits/long-request-limit';
import { HostLookup } from './outgoing/host-lookup';
import { OutgoingHttp } from './outgoing/outgoing-http';
import { Jobs } from './queue/jobs';
import { FileStorage } from './storage/file-storage';

/** What the service, the worker and the command line all stand on. */
export interface CoreOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Another clock than the machine's. */
  readonly clock?: Clock;
  /** Another destination of the log than stdout. */
  readonly log?: DestinationStream;
}

const SHARED = [
  Database,
  DatabaseConnection,
  EntityReads,
  FileStorage,
  IdempotencyService,
  Jobs,
  KnownReads,
  LongRequestLimit,
  OutgoingHttp,
  Snapshots,
];

/** The services of the platform, for every module of every process. */
@Global()
@Module({
  providers: [
    ...SHARED,
    ConstraintErrors,
    { provide: ErrorTranslator, useClass: DatabaseErrorTranslator },
    HostLookup,
  ],
  exports: [...SHARED, Clock, Config, ErrorTranslator],
})
export class CoreModule {
  /** The DataSource is opened by `DatabaseConnection`, not by Nest: a service whose database is away starts all the same. */
  static forRoot({ config, databaseUrl: url, clock = new SystemClock() }: CoreOptions): DynamicModule {
    const { pooled, shared } = connectionShares(config);
    const typeOrm = TypeOrmModule.forRootAsync({
      useFactory: () => ({ type: 'postgres', manualInitialization: true }),
      dataSourceFactory: () =>
        Promise.resolve(
          createDataSource({ url, poolSize: pooled, entities: loadedEntities(), migrations: [] }),
        ),
    });
    const shortReads = new ShortReads(shared, () => createSharedClient(url), clock);
    return {
      module: CoreModule,
      imports: [typeOrm],
      providers: [
        { provide: Config, useValue: config },
        { provide: Clock, useValue: clock },
        { provide: ShortReads, useValue: shortReads },
      ],
    };
  }
}
