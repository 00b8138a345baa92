import { Global, Module } from '@nestjs/common';
import { IdempotencyService } from './idempotency.service';
import { OncePerKey } from './once-per-key';

/** Global: Nest makes the pipe and the filter of a POST in the module of its handler. */
@Global()
@Module({ providers: [IdempotencyService, OncePerKey], exports: [IdempotencyService, OncePerKey] })
export class IdempotencyModule {}
