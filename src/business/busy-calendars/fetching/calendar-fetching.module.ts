import { Module } from '@nestjs/common';
import { OutgoingModule } from '../../../platform/outgoing/outgoing.module';
import { BusyCalendarReadingModule } from '../reading/busy-calendar-reading.module';
import { CalendarFetcher } from './calendar-fetcher';

/** Apart from `BusyCalendarsModule`, because the worker has no controllers. */
@Module({
  imports: [BusyCalendarReadingModule, OutgoingModule],
  providers: [CalendarFetcher],
  exports: [CalendarFetcher],
})
export class CalendarFetchingModule {}
