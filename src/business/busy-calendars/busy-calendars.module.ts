import { Module } from '@nestjs/common';
import { ProvidersModule } from '../providers/providers.module';
import { BusyCalendarsController } from './busy-calendars.controller';
import { BusyCalendarsService } from './busy-calendars.service';

@Module({
  imports: [ProvidersModule],
  controllers: [BusyCalendarsController],
  providers: [BusyCalendarsService],
})
export class BusyCalendarsModule {}
