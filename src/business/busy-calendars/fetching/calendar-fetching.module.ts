import { Module } from '@nestjs/common';
import { OutgoingModule } from '../../../platform/outgoing/outgoing.module';
import { BusyCalendarReader } from '../reading/busy-calendar-reader';
import { CalendarFetcher } from './calendar-fetcher';

/** Apart from `BusyCalendarsModule`, because the worker has no controllers. */
@Module({
  imports: [OutgoingModule],
  providers: [CalendarFetcher, BusyCalendarReader],
  exports: [CalendarFetcher],
})
export class CalendarFetchingModule {}
