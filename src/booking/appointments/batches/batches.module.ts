import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../../business/providers/providers.module';
import { AvailabilityModule } from '../../availability/availability.module';
import { AppointmentBatches } from './appointment-batches';

/** For features that book several appointments at once. */
@Module({
  imports: [AvailabilityModule, ProvidersModule],
  providers: [AppointmentBatches],
  exports: [AppointmentBatches],
})
export class BatchesModule {}
