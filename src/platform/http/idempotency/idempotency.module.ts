import { Global, Module } from '@nestjs/common';
import { IdempotencyService } from './idempotency.service';

/** Global: Nest creates the interceptor in the module of each handler that uses it. */
@Global()
@Module({ providers: [IdempotencyService], exports: [IdempotencyService] })
export class IdempotencyModule {}
