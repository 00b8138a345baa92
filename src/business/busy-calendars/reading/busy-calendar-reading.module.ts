import { Module } from '@nestjs/common';
import { BusyCalendarReader } from './busy-calendar-reader';

/** Reads calendars, wherever they come from. */
@Module({
  providers: [BusyCalendarReader],
  exports: [BusyCalendarReader],
})
export class BusyCalendarReadingModule {}
