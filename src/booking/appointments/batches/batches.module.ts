import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../../business/providers/providers.module';
import { AvailabilityModule } from '../../availability/availability.module';
import { BookingReferences } from '../changes/booking-references';
import { AppointmentBatches } from './appointment-batches';
import { BatchCancellation } from './batch-cancellation';

/** For features that book several appointments at once. */
@Module({
  imports: [AvailabilityModule, ProvidersModule],
  providers: [AppointmentBatches, BatchCancellation, BookingReferences],
  exports: [AppointmentBatches, BatchCancellation, BookingReferences],
})
export class BatchesModule {}
