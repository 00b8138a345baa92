import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { CurrentReach, Operation } from '../../people/auth/operation';
import { asReturned } from '../../platform/http/envelope/answers';
import type { Response } from 'express';
import type { Reach } from '../../platform/restrictions';
import { PathId } from '../../platform/http/parameters/path-id';
import { ApiCalendar } from './api-calendar';
import { CalendarsService } from './calendars.service';
import { NOT_KEPT, sendCalendar } from './send-calendar';

@ApiTags('Calendars')
@Controller('appointments/:id/calendar.ics')
export class AppointmentCalendarController {
  constructor(private readonly calendars: CalendarsService) {}

  @Operation(
    'any role',
    'Read an appointment as a calendar file',
    asReturned(ApiCalendar('The calendar file')),
    {
      narrowed: 'own',
      description:
        'iCalendar (RFC 5545), for the calendar of the customer. Its entry is the one of the messages to the customer, with the same UID.',
    },
  )
  @Get()
  async read(@PathId() id: number, @Res() response: Response, @CurrentReach() reach?: Reach) {
    await sendCalendar(response, await this.calendars.appointment(id, reach));
  }
}

@ApiTags('Calendars')
@Controller('manage/:token/calendar.ics')
export class ManagedCalendarController {
  constructor(private readonly calendars: CalendarsService) {}

  @Operation(
    'public',
    'Read what a link is about as a calendar file',
    asReturned(ApiCalendar('The calendar file')),
    {
      description:
        'iCalendar (RFC 5545), for the calendar of the customer: the entry of the messages about what the link shows, with the same UID. The token in the link is the permission.',
    },
  )
  @Get()
  @ApiParam({ name: 'token', schema: { type: 'string' }, description: 'The secret part of the link' })
  async read(@Param('token') token: string, @Res() response: Response) {
    await sendCalendar(response, await this.calendars.managed(token), NOT_KEPT);
  }
}
