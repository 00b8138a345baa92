import { Module } from '@nestjs/common';
import { AvailabilityController } from './availability.controller';
import { AvailabilityViews } from './availability-views';
import { NextAvailable } from './search/next-available';
import { SlotCheck } from './slot-check';
import { SlotRefusals } from './slot-refusals';
import { SlotSearch } from './search/slot-search';
import { VisitFinder } from './visits/visit-finder';
import { VisitSearchController } from './visits/visit-search.controller';
import { WeeklyScheduleController } from './weekly-schedule/weekly-schedule.controller';
import { WeeklyScheduleQueries } from './weekly-schedule/weekly-schedule.queries';
import { WorkingHoursController } from './working-hours/working-hours.controller';
import { WorkingHoursQueries } from './working-hours/working-hours.queries';
import { DiaryModule } from '../diary/diary.module';

@Module({
  imports: [DiaryModule],
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
    SlotRefusals,
    SlotSearch,
    VisitFinder,
    WeeklyScheduleQueries,
    WorkingHoursQueries,
  ],
  exports: [AvailabilityViews, SlotCheck, SlotRefusals, SlotSearch, VisitFinder],
})
export class AvailabilityModule {}
