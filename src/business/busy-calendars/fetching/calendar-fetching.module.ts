import { Module } from '@nestjs/common';
import { OutgoingModule } from '../../../platform/outgoing/outgoing.module';
import { CalendarReader } from '../reading/calendar-reader';
import { CalendarFetcher } from './calendar-fetcher';

/** Apart from `BusyCalendarsModule`, because the worker has no controllers. */
@Module({
  imports: [OutgoingModule],
  providers: [CalendarFetcher, CalendarReader],
  exports: [CalendarFetcher],
})
export class CalendarFetchingModule {}
