import { Module } from '@nestjs/common';
import { AvailabilityModule } from '../availability/availability.module';
import { SlotRefusals } from './slot-refused';

/** What every path that takes time shares. */
@Module({
  imports: [AvailabilityModule],
  providers: [SlotRefusals],
  exports: [SlotRefusals],
})
export class ClaimsModule {}
