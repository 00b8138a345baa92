import { type DynamicModule, Module } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import { createLogger, logThrough } from '../platform/logging';
import { CoreModule, type CoreOptions } from '../platform/core.module';
import { DeliveryModule } from '../telling/messages/delivery/delivery.module';

/** The modules of `npm run worker`: the sender of messages, without HTTP. */
@Module({})
export class WorkerModule {
  static forRoot(options: CoreOptions): DynamicModule {
    const logger = LoggerModule.forRoot(logThrough(createLogger(options.config.logLevel)));
    return { module: WorkerModule, imports: [CoreModule.forRoot(options), logger, DeliveryModule] };
  }
}
