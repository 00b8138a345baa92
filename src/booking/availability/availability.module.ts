import { Module } from '@nestjs/common';
import { AvailabilityController } from './availability.controller';
import { AvailabilityQueries } from './availability.queries';
import { AvailabilityService } from './availability.service';
import { AvailabilityViews } from './availability-views';
import { NextAvailable } from './next-available';
import { ResourceLock } from './resource-lock';
import { SlotCheck } from './slot-check';
import { SlotSearch } from './slot-search';
import { VisitFinder } from './visits/visit-finder';
import { VisitSearchController } from './visits/visit-search.controller';
import { VisitSnapshotQueries } from './visits/visit-snapshot.queries';
import { WeeklyScheduleController } from './weekly-schedule/weekly-schedule.controller';
import { WeeklyScheduleQueries } from './weekly-schedule/weekly-schedule.queries';

@Module({
  controllers: [AvailabilityController, VisitSearchController, WeeklyScheduleController],
  providers: [
    AvailabilityQueries,
    AvailabilityService,
    AvailabilityViews,
    NextAvailable,
    ResourceLock,
    SlotCheck,
    SlotSearch,
    VisitFinder,
    VisitSnapshotQueries,
    WeeklyScheduleQueries,
  ],
  exports: [AvailabilityService, ResourceLock, SlotCheck, SlotSearch, VisitFinder, VisitSnapshotQueries],
})
export class AvailabilityModule {}
