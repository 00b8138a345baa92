import { type DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { createLogger, logThrough } from '../platform/logging';
import { CoreModule, type CoreOptions } from '../platform/core.module';
import { DeliveryModule } from '../telling/notifications/delivery/delivery.module';

/** All that `npm run worker` is made of: the queue's worker, and nothing of HTTP. */
@Module({})
export class WorkerModule {
  static forRoot(options: CoreOptions): DynamicModule {
    const logger = LoggerModule.forRoot(logThrough(createLogger(options.config.logLevel)));
    return { module: WorkerModule, imports: [CoreModule.forRoot(options), logger, DeliveryModule] };
  }
}
