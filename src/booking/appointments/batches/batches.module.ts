import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../../business/providers/providers.module';
import { AvailabilityModule } from '../../availability/availability.module';
import { BookingReferences } from '../changes/booking-references';
import { AppointmentBatches } from './appointment-batches';
import { AppointmentWrites } from './appointment-writes';
import { BatchChanges } from './batch-changes';
import { BatchLock } from './batch-lock';

/** What writes appointments. */
@Module({
  imports: [AvailabilityModule, ProvidersModule],
  providers: [AppointmentBatches, AppointmentWrites, BatchChanges, BatchLock, BookingReferences],
  exports: [AppointmentBatches, AppointmentWrites, BatchChanges, BatchLock, BookingReferences],
})
export class BatchesModule {}
