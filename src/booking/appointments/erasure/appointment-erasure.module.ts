import { Module } from '@nestjs/common';
import { AppointmentErasure } from './appointment-erasure';

@Module({ providers: [AppointmentErasure], exports: [AppointmentErasure] })
export class AppointmentErasureModule {}
