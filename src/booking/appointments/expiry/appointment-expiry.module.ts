import { Module } from '@nestjs/common';
import { ProviderLockModule } from '../../../business/providers/provider-lock.module';
import { AppointmentExpiry } from '../changes/appointment-expiry';
import { ExpiryGuard } from './expiry.guard';

/** Without controllers, so that the worker has it, too. */
@Module({
  imports: [ProviderLockModule],
  providers: [AppointmentExpiry, ExpiryGuard],
  exports: [AppointmentExpiry, ExpiryGuard],
})
export class AppointmentExpiryModule {}
