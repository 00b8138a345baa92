import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AnyRole } from '../../people/auth/access';
import { PathId } from '../../platform/http/parameters/path-id';
import { ApiCalendar } from './api-calendar';
import { CalendarsService } from './calendars.service';
import { sendCalendar } from './send-calendar';

@ApiTags('Calendars')
@Controller('appointments/:id/calendar.ics')
export class AppointmentCalendarController {
  constructor(private readonly calendars: CalendarsService) {}

  @Get()
  @AnyRole()
  @ApiOperation({
    summary: 'Read an appointment as a calendar file',
    description:
      'iCalendar (RFC 5545), for the calendar of the customer. Its entry is the one of the messages to the customer, with the same UID.',
  })
  @ApiCalendar('The calendar file')
  async read(@PathId() id: number, @Res() response: Response): Promise<void> {
    await sendCalendar(response, await this.calendars.appointment(id));
  }
}
