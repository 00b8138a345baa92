import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../../business/providers/providers.module';
import { AvailabilityModule } from '../../availability/availability.module';
import { BookingReferences } from '../changes/booking-references';
import { AppointmentBatches } from './appointment-batches';

/** For features that book several appointments at once. */
@Module({
  imports: [AvailabilityModule, ProvidersModule],
  providers: [AppointmentBatches, BookingReferences],
  exports: [AppointmentBatches, BookingReferences],
})
export class BatchesModule {}
