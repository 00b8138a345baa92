import { Global, Module } from '@nestjs/common';
import { IdempotencyService } from './idempotency.service';

/** For the interceptor, which is where the handlers are. */
@Global()
@Module({ providers: [IdempotencyService], exports: [IdempotencyService] })
export class IdempotencyModule {}
