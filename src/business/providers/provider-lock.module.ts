import { Module } from '@nestjs/common';
import { ProviderLock } from './provider-lock';

/** Apart from `ProvidersModule`, because the worker has no controllers. */
@Module({ providers: [ProviderLock], exports: [ProviderLock] })
export class ProviderLockModule {}
