import { Module } from '@nestjs/common';
import { HoursAtPlaces } from './hours-at-places';

/** For those who write hours, and for those who write the locations that hours name. */
@Module({ providers: [HoursAtPlaces], exports: [HoursAtPlaces] })
export class HoursAtPlacesModule {}
