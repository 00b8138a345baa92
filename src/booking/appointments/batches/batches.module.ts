import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../../business/providers/providers.module';
import { AvailabilityModule } from '../../availability/availability.module';
import { BookingReferences } from '../changes/booking-references';
import { AppointmentBatches } from './appointment-batches';
import { BatchChanges } from './batch-changes';
import { BatchLock } from './batch-lock';

/** For features that book several appointments at once. */
@Module({
  imports: [AvailabilityModule, ProvidersModule],
  providers: [AppointmentBatches, BatchChanges, BatchLock, BookingReferences],
  exports: [AppointmentBatches, BatchChanges, BatchLock, BookingReferences],
})
export class BatchesModule {}
