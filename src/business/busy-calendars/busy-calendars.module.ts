import { Module } from '@nestjs/common';
import { OutgoingModule } from '../../platform/outgoing/outgoing.module';
import { ProvidersModule } from '../providers/providers.module';
import { BusyCalendarsController } from './busy-calendars.controller';
import { BusyCalendarsService } from './busy-calendars.service';

@Module({
  imports: [OutgoingModule, ProvidersModule],
  controllers: [BusyCalendarsController],
  providers: [BusyCalendarsService],
})
export class BusyCalendarsModule {}
