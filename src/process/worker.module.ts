import { type DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { createLogger, logThrough } from '../platform/logging';
import { LinksModule } from '../booking/links/links.module';
import { CoreModule, type CoreOptions } from '../platform/core.module';
import { BackgroundModule } from '../operating/worker/background.module';

/** The modules of `npm run worker`: the work in the background, without HTTP. */
@Module({})
export class WorkerModule {
  static forRoot(options: CoreOptions): DynamicModule {
    const logger = LoggerModule.forRoot(logThrough(createLogger(options.config)));
    return {
      module: WorkerModule,
      // Answers that are kept for an Idempotency-Key have links, and the maintenance deletes such answers.
      imports: [CoreModule.forRoot(options), logger, LinksModule, BackgroundModule],
    };
  }
}
