import { Module } from '@nestjs/common';
import { AvailabilityController } from './availability.controller';
import { AvailabilityViews } from './availability-views';
import { DecisionsModule } from './decisions/decisions.module';
import { NextAvailable } from './search/next-available';
import { SlotCheck } from './decisions/slot-check';
import { SlotSearch } from './search/slot-search';
import { VisitFinder } from './visits/visit-finder';
import { VisitSearchController } from './visits/visit-search.controller';
import { VisitSnapshotQueries } from './visits/visit-snapshot.queries';
import { WeeklyScheduleController } from './weekly-schedule/weekly-schedule.controller';
import { WeeklyScheduleQueries } from './weekly-schedule/weekly-schedule.queries';
import { WorkingHoursController } from './working-hours/working-hours.controller';
import { WorkingHoursQueries } from './working-hours/working-hours.queries';

@Module({
  imports: [DecisionsModule],
  controllers: [
    AvailabilityController,
    VisitSearchController,
    WeeklyScheduleController,
    WorkingHoursController,
  ],
  providers: [
    AvailabilityViews,
    NextAvailable,
    SlotCheck,
    SlotSearch,
    VisitFinder,
    VisitSnapshotQueries,
    WeeklyScheduleQueries,
    WorkingHoursQueries,
  ],
  exports: [AvailabilityViews, DecisionsModule, SlotCheck, SlotSearch, VisitFinder, VisitSnapshotQueries],
})
export class AvailabilityModule {}
