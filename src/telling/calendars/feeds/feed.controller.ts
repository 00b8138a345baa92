import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Operation } from '../../../people/auth/operation';
import { asReturned } from '../../../platform/http/envelope/answers';
import { ApiCalendar } from '../api-calendar';
import { CalendarsService } from '../calendars.service';
import { sendCalendar } from '../send-calendar';

@ApiTags('Calendars')
@Controller('feeds/:token.ics')
export class FeedController {
  constructor(private readonly calendars: CalendarsService) {}

  @Operation('public', 'Read the calendar behind a link', asReturned(ApiCalendar('The calendar')), {
    description:
      'iCalendar (RFC 5545): the appointments of the last 90 days and those that are ahead, cancelled ones included, each with its service, its place and the name of the person who comes; where the feed is not that of a provider, the provider, too. The token in the link is the permission.',
  })
  @Get()
  @ApiParam({ name: 'token', schema: { type: 'string' }, description: 'The secret part of the link' })
  async read(@Param('token') token: string, @Res() response: Response) {
    await sendCalendar(response, await this.calendars.feed(token));
  }
}
