import { Module } from '@nestjs/common';
import { HoursAtPlaces } from './hours-at-places';

/** For the modules that write hours, and for that of the locations that hours name. */
@Module({ providers: [HoursAtPlaces], exports: [HoursAtPlaces] })
export class HoursAtPlacesModule {}
