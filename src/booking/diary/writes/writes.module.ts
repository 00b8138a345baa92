import { Module } from '@nestjs/common';
import { AppointmentWrites } from './appointment-writes';
import { TimeMoves } from './time-moves';

/** What writes time that is decided elsewhere. A command that restores it needs no more of the diary. */
@Module({ providers: [AppointmentWrites, TimeMoves], exports: [AppointmentWrites, TimeMoves] })
export class WritesModule {}
