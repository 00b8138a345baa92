import { type DynamicModule, Global, Module } from '@nestjs/common';
import type { DestinationStream } from 'pino';
import { Clock, SystemClock } from './clock';
import { Config } from './config/config';
import { connectionShares } from './database/reads/connection-shares';
import { DatabaseModule } from './database/database.module';
import { LongRequestLimit } from './http/limits/long-request-limit';

/** What the HTTP service and the command line both stand on. */
export interface CoreOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Another clock than the machine's. */
  readonly clock?: Clock;
  /** Another destination of the log than stdout. */
  readonly log?: DestinationStream;
}

/** Configuration, clock, database and the bound of long requests, for every module: commands load modules with controllers, too. */
@Global()
@Module({})
export class CoreModule {
  static forRoot({ config, databaseUrl, clock = new SystemClock() }: CoreOptions): DynamicModule {
    return {
      module: CoreModule,
      imports: [DatabaseModule.forRoot({ url: databaseUrl, ...connectionShares(config) })],
      providers: [
        { provide: Config, useValue: config },
        { provide: Clock, useValue: clock },
        LongRequestLimit,
      ],
      exports: [Config, Clock, LongRequestLimit],
    };
  }
}
