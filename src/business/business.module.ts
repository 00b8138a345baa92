import { Global, Module } from '@nestjs/common';
import { CalendarFetcher } from './busy-calendars/fetching/calendar-fetcher';
import { BusyCalendarReader } from './busy-calendars/reading/busy-calendar-reader';
import { CutHours } from './hours-at-places/cut-hours';
import { HoursAtPlaces } from './hours-at-places/hours-at-places';
import { OneZoneRule } from './hours-at-places/one-zone-rule';
import { ReachedProviders } from './hours-at-places/reached-providers';
import { ProviderLock } from './providers/provider-lock';

const SHARED = [
  BusyCalendarReader,
  CalendarFetcher,
  CutHours,
  HoursAtPlaces,
  OneZoneRule,
  ProviderLock,
  ReachedProviders,
];

/** What features of this wing share, and what the worker does for it. Without controllers, which the worker does not need. */
@Global()
@Module({ providers: SHARED, exports: SHARED })
export class BusinessModule {}
