import { Module } from '@nestjs/common';
import { AvailabilityController } from './availability.controller';
import { AvailabilityQueries } from './availability.queries';
import { AvailabilityService } from './availability.service';
import { SlotSearch } from './slot-search';

@Module({
  controllers: [AvailabilityController],
  providers: [AvailabilityQueries, AvailabilityService, SlotSearch],
  exports: [AvailabilityService, SlotSearch],
})
export class AvailabilityModule {}
