import { Module } from '@nestjs/common';
import { AvailabilityController } from './availability.controller';
import { AvailabilityQueries } from './availability.queries';
import { AvailabilityService } from './availability.service';
import { NextAvailable } from './next-available';
import { SlotCheck } from './slot-check';
import { SlotSearch } from './slot-search';

@Module({
  controllers: [AvailabilityController],
  providers: [AvailabilityQueries, AvailabilityService, NextAvailable, SlotCheck, SlotSearch],
  exports: [AvailabilityService, SlotCheck, SlotSearch],
})
export class AvailabilityModule {}
