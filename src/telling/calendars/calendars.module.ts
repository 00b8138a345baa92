import { Module } from '@nestjs/common';
import { ManageModule } from '../../booking/manage/manage.module';
import { AppointmentCalendarController, ManagedCalendarController } from './calendars.controller';
import { CalendarsQueries } from './calendars.queries';
import { CalendarsService } from './calendars.service';
import {
  BusinessFeedController,
  FeedController,
  LocationFeedController,
  ProviderFeedController,
} from './feeds/feeds.controller';
import { FeedsService } from './feeds/feeds.service';

/** The calendars that the service publishes. */
@Module({
  imports: [ManageModule],
  controllers: [
    AppointmentCalendarController,
    ManagedCalendarController,
    ProviderFeedController,
    LocationFeedController,
    BusinessFeedController,
    FeedController,
  ],
  providers: [CalendarsQueries, CalendarsService, FeedsService],
  exports: [CalendarsService],
})
export class CalendarsModule {}
