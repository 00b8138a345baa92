import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../../people/auth/access';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { ApiPage } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import {
  ApiIfMatch,
  ApiResource,
  ApiResourceChange,
  ApiResourceRead,
} from '../../platform/http/envelope/api-resource';
import { type Page, ResourceReply } from '../../platform/http/envelope/envelope';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { ReadsOwnBody } from '../../platform/http/json-body.guard';
import { PathId } from '../../platform/http/parameters/path-id';
import { AppointmentResponse } from '../appointments/dto/appointment.response';
import { WaitlistCreate } from './dto/waitlist-create.dto';
import { WaitlistEntryResponse } from './dto/waitlist-entry.response';
import { WaitlistListQuery } from './dto/waitlist-list.query';
import { WaitlistMapper } from './waitlist-mapper';
import { WaitlistQueries } from './waitlist.queries';
import { WaitlistService } from './waitlist.service';

@ApiTags('Waitlist')
@Controller('waitlist')
export class WaitlistController {
  constructor(
    private readonly waitlist: WaitlistService,
    private readonly queries: WaitlistQueries,
    private readonly mapper: WaitlistMapper,
  ) {}

  @Get()
  @AnyRole()
  @ApiOperation({ summary: 'List the waitlist', description: 'All entries; the longest waiting first.' })
  @ApiPage(WaitlistEntryResponse, 'A page of entries')
  async list(@Query() query: WaitlistListQuery): Promise<Page<WaitlistEntryResponse>> {
    return (await this.queries.page(query)).map(this.mapper.toResponse);
  }

  @Post()
  @HonoursIdempotencyKey()
  @AnyRole()
  @ApiOperation({
    summary: 'Wait for a time',
    description:
      'The customer is named as in a booking. A time that is free already is offered at once. A time that becomes free later is offered within seconds, to the entry that waits longest and fits: it is kept for WAITLIST_OFFER_MIN minutes, and the customer gets an e-mail. At most 20 open entries for each customer.',
  })
  @ApiResource(WaitlistEntryResponse, { status: 201, description: 'The new entry' })
  @ApiErrors('TOO_MANY_ENTRIES')
  async add(
    @CurrentWrite() context: WriteContext,
    @Body() body: WaitlistCreate,
  ): Promise<ResourceReply<WaitlistEntryResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.waitlist.add(context, body)));
  }

  @Get(':id')
  @AnyRole()
  @ApiOperation({
    summary: 'Read an entry of the waitlist',
    description: 'As it is at this moment: an offer that has expired is gone.',
  })
  @ApiResourceRead(WaitlistEntryResponse, { description: 'The entry' })
  async get(@PathId() id: number): Promise<ResourceReply<WaitlistEntryResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.queries.get(id)));
  }

  @Delete(':id')
  @AnyRole()
  @ApiOperation({
    summary: 'Withdraw an entry of the waitlist',
    description:
      'The entry stays readable as `withdrawn`; an offer goes to the next one. An entry that is booked or expired stays as it is.',
  })
  @ApiResourceChange(WaitlistEntryResponse, { description: 'The entry as it is now' })
  async withdraw(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
  ): Promise<ResourceReply<WaitlistEntryResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.waitlist.withdraw(context, id)));
  }

  @Post(':id/accept')
  @HonoursIdempotencyKey()
  @AnyRole()
  @ReadsOwnBody()
  @ApiOperation({
    summary: 'Book what is offered',
    description: 'For the customer of the entry, with its notes. A body is not read.',
  })
  @ApiResource(AppointmentResponse, { status: 201, description: 'The booked appointment' })
  @ApiIfMatch()
  @ApiErrors('HOLD_EXPIRED')
  async accept(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
  ): Promise<ResourceReply<AppointmentResponse>> {
    return new ResourceReply(this.mapper.toAppointment(await this.waitlist.accept(context, id)));
  }

  @Post(':id/decline')
  @HonoursIdempotencyKey()
  @HttpCode(200)
  @AnyRole()
  @ReadsOwnBody()
  @ApiOperation({
    summary: 'Decline what is offered',
    description:
      'The next one in line is offered it; the entry waits on, and is not offered this time again. A body is not read.',
  })
  @ApiResourceChange(WaitlistEntryResponse, { description: 'The entry, waiting again' })
  @ApiErrors('HOLD_EXPIRED')
  async decline(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
  ): Promise<ResourceReply<WaitlistEntryResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.waitlist.decline(context, id)));
  }
}
