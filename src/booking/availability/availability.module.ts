import { Module } from '@nestjs/common';
import { AvailabilityController } from './availability.controller';
import { AvailabilityQueries } from './availability.queries';
import { AvailabilityService } from './availability.service';
import { AvailabilityViews } from './availability-views';
import { NextAvailable } from './next-available';
import { ResourceLock } from './resource-lock';
import { SlotCheck } from './slot-check';
import { SlotSearch } from './slot-search';
import { WeeklyScheduleController } from './weekly-schedule/weekly-schedule.controller';
import { WeeklyScheduleQueries } from './weekly-schedule/weekly-schedule.queries';

@Module({
  controllers: [AvailabilityController, WeeklyScheduleController],
  providers: [
    AvailabilityQueries,
    AvailabilityService,
    AvailabilityViews,
    NextAvailable,
    ResourceLock,
    SlotCheck,
    SlotSearch,
    WeeklyScheduleQueries,
  ],
  exports: [AvailabilityService, SlotCheck, SlotSearch],
})
export class AvailabilityModule {}
