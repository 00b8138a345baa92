import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { changed, created, deleted, page, read } from '../../platform/http/envelope/answers';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { PathId } from '../../platform/http/parameters/path-id';
import { BusyCalendarsService } from './busy-calendars.service';
import {
  BusyCalendarListQuery,
  BusyCalendarPatch,
  BusyCalendarResponse,
  BusyCalendarWrite,
} from './dto/busy-calendar.dto';

const CALENDARS = page(BusyCalendarResponse, 'A page of busy calendars');

@ApiTags('Calendars')
@Controller('providers/:id/busy-calendars')
export class BusyCalendarsController {
  constructor(private readonly calendars: BusyCalendarsService) {}

  @Operation('admin|provider', 'List the busy calendars of a provider', CALENDARS, {
    description: 'By id.',
  })
  @Get()
  list(@PathId() providerId: number, @Query() query: BusyCalendarListQuery) {
    return this.calendars.list(providerId, query);
  }

  @Operation('admin|provider', 'Add a busy calendar of a provider', created(BusyCalendarResponse), {
    description:
      'What is busy in it keeps the provider from being booked (`busy_elsewhere`). It is fetched within seconds, and then every BUSY_CALENDAR_MIN minutes. Appointments stay as they are.',
    refuses: ['TOO_MANY_BUSY_CALENDARS'],
    secret: { secrets: ['url'] },
  })
  @Post()
  create(
    @CurrentWrite() context: WriteContext,
    @PathId() providerId: number,
    @Body() body: BusyCalendarWrite,
  ) {
    return this.calendars.create(context, providerId, body);
  }

  @Operation('admin|provider', 'Read a busy calendar', read(BusyCalendarResponse), {
    description: 'It shows nothing of what is in it.',
  })
  @Get(':calendarId')
  get(@PathId() providerId: number, @PathId('calendarId') id: number) {
    return this.calendars.get(providerId, id);
  }

  @Operation('admin|provider', 'Replace a busy calendar', changed(BusyCalendarResponse), {
    description:
      'Optional members that are left out go back to their default. Another URL forgets what was known.',
  })
  @Put(':calendarId')
  replace(
    @CurrentWrite() context: WriteContext,
    @PathId() providerId: number,
    @PathId('calendarId') id: number,
    @Body() body: BusyCalendarWrite,
  ) {
    return this.calendars.replace(context, providerId, id, body);
  }

  @Operation('admin|provider', 'Change a busy calendar', changed(BusyCalendarResponse), {
    description: 'Only what is present changes. It is fetched anew within seconds.',
  })
  @Patch(':calendarId')
  change(
    @CurrentWrite() context: WriteContext,
    @PathId() providerId: number,
    @PathId('calendarId') id: number,
    @Body() body: BusyCalendarPatch,
  ) {
    return this.calendars.change(context, providerId, id, body);
  }

  @Operation('admin|provider', 'Delete a busy calendar', deleted(), {
    description: 'Its times can be booked again.',
  })
  @Delete(':calendarId')
  remove(
    @CurrentWrite() context: WriteContext,
    @PathId() providerId: number,
    @PathId('calendarId') id: number,
  ) {
    return this.calendars.remove(context, providerId, id);
  }
}
