import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole, Public } from '../../people/auth/access';
import { CurrentCaller } from '../../people/auth/current-caller';
import type { Caller } from '../../platform/http/identity';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import type { WriteContext } from '../../platform/database/write-context';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import {
  ApiIfMatch,
  ApiResource,
  ApiResourceChange,
  ApiResourceRead,
} from '../../platform/http/envelope/api-resource';
import { DeletedResponse, toDeletedResponse } from '../../platform/http/envelope/deleted.response';
import { type Page, ResourceReply } from '../../platform/http/envelope/envelope';
import { ReadsOwnBody } from '../../platform/http/json-body.guard';
import { PathId } from '../../platform/http/parameters/path-id';
import { LocationListQuery } from './dto/location-list.query';
import { LocationPatch, LocationWrite } from './dto/location-write.dto';
import {
  LocationResponse,
  PublicLocationResponse,
  toLocationResponse,
  toPublicLocationResponse,
} from './dto/location.response';
import type { Location } from './location.entity';
import { LocationsService } from './locations.service';

@ApiTags('Locations')
@Controller('locations')
export class LocationsController {
  constructor(private readonly locations: LocationsService) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'List locations', description: 'Without `length` all of them, in one page.' })
  @ApiPage(PublicLocationResponse, 'A page of locations')
  async list(
    @Query() query: LocationListQuery,
    @CurrentCaller() caller?: Caller,
  ): Promise<Page<PublicLocationResponse>> {
    return (await this.locations.list(query, caller !== undefined)).map(viewOf(caller));
  }

  @Post()
  @HonoursIdempotencyKey()
  @AnyRole()
  @ApiOperation({ summary: 'Create a location', description: 'The first one is primary by itself.' })
  @ApiResource(LocationResponse, { status: 201, description: 'The new location' })
  async create(
    @CurrentWrite() context: WriteContext,
    @Body() body: LocationWrite,
  ): Promise<ResourceReply<LocationResponse>> {
    return new ResourceReply(toLocationResponse(await this.locations.create(context, body)));
  }

  @Get(':id')
  @Public()
  @ApiOperation({ summary: 'Read a location' })
  @ApiResourceRead(PublicLocationResponse, { description: 'The location' })
  async get(
    @PathId() id: number,
    @CurrentCaller() caller?: Caller,
  ): Promise<ResourceReply<PublicLocationResponse>> {
    return new ResourceReply(viewOf(caller)(await this.locations.get(id)));
  }

  @Put(':id')
  @AnyRole()
  @ApiOperation({
    summary: 'Replace a location',
    description: 'An address that is left out is cleared; the flag stays, unless it is set here.',
  })
  @ApiResourceChange(LocationResponse, { description: 'The location as it is now' })
  async replace(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: LocationWrite,
  ): Promise<ResourceReply<LocationResponse>> {
    return new ResourceReply(toLocationResponse(await this.locations.replace(context, id, body)));
  }

  @Patch(':id')
  @AnyRole()
  @ApiOperation({ summary: 'Change a location', description: 'Only what is present changes.' })
  @ApiResourceChange(LocationResponse, { description: 'The location as it is now' })
  async change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: LocationPatch,
  ): Promise<ResourceReply<LocationResponse>> {
    return new ResourceReply(toLocationResponse(await this.locations.change(context, id, body)));
  }

  @Delete(':id')
  @AnyRole()
  @ApiOperation({
    summary: 'Delete a location',
    description:
      'Appointments and resources there stay, without a location. When it is the primary one, the oldest that is left becomes it.',
  })
  @ApiData(DeletedResponse, { description: 'What was deleted' })
  @ApiIfMatch()
  async remove(@CurrentWrite() context: WriteContext, @PathId() id: number): Promise<DeletedResponse> {
    await this.locations.remove(context, id);
    return toDeletedResponse(id);
  }

  @Post(':id/set-primary')
  @HonoursIdempotencyKey()
  @HttpCode(200)
  @AnyRole()
  @ReadsOwnBody()
  @ApiOperation({ summary: 'Make a location the primary one', description: 'A body is not read.' })
  @ApiResourceChange(LocationResponse, { description: 'The location, now the primary one' })
  async setPrimary(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
  ): Promise<ResourceReply<LocationResponse>> {
    return new ResourceReply(toLocationResponse(await this.locations.setPrimary(context, id)));
  }
}

/** Metadata is for callers with a key. */
function viewOf(caller: Caller | undefined): (location: Location) => PublicLocationResponse {
  return caller === undefined ? toPublicLocationResponse : toLocationResponse;
}
