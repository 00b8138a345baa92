import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Roles } from '../../people/auth/access';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import {
  ApiIfMatch,
  ApiResource,
  ApiResourceChange,
  ApiResourceRead,
} from '../../platform/http/envelope/api-resource';
import { DeletedResponse, toDeletedResponse } from '../../platform/http/envelope/deleted.response';
import { type Page, ResourceReply } from '../../platform/http/envelope/envelope';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { PathId } from '../../platform/http/parameters/path-id';
import { BusyCalendarsService } from './busy-calendars.service';
import { BusyCalendarListQuery } from './dto/busy-calendar-list.query';
import { BusyCalendarPatch, BusyCalendarWrite } from './dto/busy-calendar-write.dto';
import { BusyCalendarResponse } from './dto/busy-calendar.response';

@ApiTags('Calendars')
@Controller('providers/:id/busy-calendars')
export class BusyCalendarsController {
  constructor(private readonly calendars: BusyCalendarsService) {}

  @Get()
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'List the busy calendars of a provider', description: 'By id.' })
  @ApiPage(BusyCalendarResponse, 'A page of busy calendars')
  async list(
    @PathId() providerId: number,
    @Query() query: BusyCalendarListQuery,
  ): Promise<Page<BusyCalendarResponse>> {
    return this.calendars.list(providerId, query);
  }

  @Post()
  @HonoursIdempotencyKey()
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'Add a busy calendar of a provider',
    description:
      'What is busy in it keeps the provider from being booked (`busy_elsewhere`). It is fetched within seconds, and then every BUSY_CALENDAR_MIN minutes. Appointments stay as they are.',
  })
  @ApiResource(BusyCalendarResponse, { status: 201, description: 'The new busy calendar' })
  @ApiErrors('TOO_MANY_BUSY_CALENDARS')
  async create(
    @CurrentWrite() context: WriteContext,
    @PathId() providerId: number,
    @Body() body: BusyCalendarWrite,
  ): Promise<ResourceReply<BusyCalendarResponse>> {
    return new ResourceReply(await this.calendars.create(context, providerId, body));
  }

  @Get(':calendarId')
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'Read a busy calendar', description: 'It shows nothing of what is in it.' })
  @ApiResourceRead(BusyCalendarResponse, { description: 'The busy calendar' })
  async get(
    @PathId() providerId: number,
    @PathId('calendarId') id: number,
  ): Promise<ResourceReply<BusyCalendarResponse>> {
    return new ResourceReply(await this.calendars.get(providerId, id));
  }

  @Put(':calendarId')
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'Replace a busy calendar',
    description:
      'Optional members that are left out go back to their default. Another URL forgets what was known.',
  })
  @ApiResourceChange(BusyCalendarResponse, { description: 'The busy calendar as it is now' })
  async replace(
    @CurrentWrite() context: WriteContext,
    @PathId() providerId: number,
    @PathId('calendarId') id: number,
    @Body() body: BusyCalendarWrite,
  ): Promise<ResourceReply<BusyCalendarResponse>> {
    return new ResourceReply(await this.calendars.replace(context, providerId, id, body));
  }

  @Patch(':calendarId')
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'Change a busy calendar',
    description: 'Only what is present changes. It is fetched anew within seconds.',
  })
  @ApiResourceChange(BusyCalendarResponse, { description: 'The busy calendar as it is now' })
  async change(
    @CurrentWrite() context: WriteContext,
    @PathId() providerId: number,
    @PathId('calendarId') id: number,
    @Body() body: BusyCalendarPatch,
  ): Promise<ResourceReply<BusyCalendarResponse>> {
    return new ResourceReply(await this.calendars.change(context, providerId, id, body));
  }

  @Delete(':calendarId')
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'Delete a busy calendar', description: 'Its times can be booked again.' })
  @ApiData(DeletedResponse, { description: 'What was deleted' })
  @ApiIfMatch()
  async remove(
    @CurrentWrite() context: WriteContext,
    @PathId() providerId: number,
    @PathId('calendarId') id: number,
  ): Promise<DeletedResponse> {
    await this.calendars.remove(context, providerId, id);
    return toDeletedResponse(id);
  }
}
