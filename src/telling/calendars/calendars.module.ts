import { Module } from '@nestjs/common';
import { AppointmentCalendarController } from './appointment-calendar.controller';
import { CalendarsQueries } from './calendars.queries';
import { CalendarsService } from './calendars.service';
import { FeedsService } from './feeds/feeds.service';
import { ProviderFeedController } from './feeds/provider-feed.controller';

/** The calendars that the service publishes. */
@Module({
  controllers: [AppointmentCalendarController, ProviderFeedController],
  providers: [CalendarsQueries, CalendarsService, FeedsService],
})
export class CalendarsModule {}
