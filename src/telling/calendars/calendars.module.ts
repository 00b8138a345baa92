import { Module } from '@nestjs/common';
import { ManageModule } from '../../booking/manage/manage.module';
import { AppointmentCalendarController } from './appointment-calendar.controller';
import { CalendarsQueries } from './calendars.queries';
import { CalendarsService } from './calendars.service';
import { FeedsService } from './feeds/feeds.service';
import { ManagedCalendarController } from './managed-calendar.controller';
import { ProviderFeedController } from './feeds/provider-feed.controller';

/** The calendars that the service publishes. */
@Module({
  imports: [ManageModule],
  controllers: [AppointmentCalendarController, ManagedCalendarController, ProviderFeedController],
  providers: [CalendarsQueries, CalendarsService, FeedsService],
  exports: [CalendarsService],
})
export class CalendarsModule {}
