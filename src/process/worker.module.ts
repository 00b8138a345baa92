import { type DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { createLogger, logThrough } from '../platform/logging';
import { CoreModule, type CoreOptions } from '../platform/core.module';
import { BackgroundModule } from '../operating/worker/background.module';

/** The modules of `npm run worker`: the work in the background, without HTTP. */
@Module({})
export class WorkerModule {
  static forRoot(options: CoreOptions): DynamicModule {
    const logger = LoggerModule.forRoot(logThrough(createLogger(options.config)));
    return {
      module: WorkerModule,
      imports: [CoreModule.forRoot(options), logger, BackgroundModule],
    };
  }
}
