import { Module } from '@nestjs/common';
import { ToldGuests } from './told-guests';

/** For features that show a narrowed key what was booked. */
@Module({ providers: [ToldGuests], exports: [ToldGuests] })
export class GuestsModule {}
