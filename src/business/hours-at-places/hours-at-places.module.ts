import { Module } from '@nestjs/common';
import { CutHours } from './cut-hours';
import { HoursAtPlaces } from './hours-at-places';
import { OneZoneRule } from './one-zone-rule';

/** For the modules that write hours, and for that of the locations that hours name. */
@Module({
  providers: [CutHours, HoursAtPlaces, OneZoneRule],
  exports: [CutHours, HoursAtPlaces, OneZoneRule],
})
export class HoursAtPlacesModule {}
