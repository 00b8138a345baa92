import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentViewer, Operation } from '../../people/auth/operation';
import { changed, created, deleted, page, read } from '../../platform/http/envelope/answers';
import type { Caller } from '../../platform/http/identity';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { WriteContext } from '../../platform/database/write-context';
import { PathId } from '../../platform/http/parameters/path-id';
import {
  LocationListQuery,
  LocationPatch,
  LocationResponse,
  LocationWrite,
  PublicLocationResponse,
} from './dto/location.dto';
import { LocationsService } from './locations.service';

const LOCATIONS = page(PublicLocationResponse, 'A page of locations', { withKey: LocationResponse });

const LOCATION = read(PublicLocationResponse, 'The location', { withKey: LocationResponse });

const PRIMARY = changed(LocationResponse, 'The location, now the primary one');

@ApiTags('Locations')
@Controller('locations')
export class LocationsController {
  constructor(private readonly locations: LocationsService) {}

  @Operation('public', 'List locations', LOCATIONS, {
    description: 'Without `length` all of them, in one page.',
    narrowed: 'catalogue',
  })
  @Get()
  list(@Query() query: LocationListQuery, @CurrentViewer() viewer?: Caller) {
    return this.locations.list(query, viewer !== undefined);
  }

  @Operation('any role', 'Create a location', created(LocationResponse), {
    description: 'The first one is primary by itself.',
  })
  @Post()
  create(@CurrentWrite() context: WriteContext, @Body() body: LocationWrite) {
    return this.locations.create(context, body);
  }

  @Operation('public', 'Read a location', LOCATION, { narrowed: 'catalogue' })
  @Get(':id')
  get(@PathId() id: number) {
    return this.locations.get(id);
  }

  @Operation('any role', 'Replace a location', changed(LocationResponse), {
    description: 'An address that is left out is cleared; the flag stays, unless it is set here.',
  })
  @Put(':id')
  replace(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: LocationWrite) {
    return this.locations.replace(context, id, body);
  }

  @Operation('any role', 'Change a location', changed(LocationResponse), {
    description: 'Only what is present changes.',
  })
  @Patch(':id')
  change(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: LocationPatch) {
    return this.locations.change(context, id, body);
  }

  @Operation('any role', 'Delete a location', deleted(), {
    description:
      'Appointments and resources there stay, without a location. Schedules and special hours that name it end; its closures and its own special hours are deleted. When it is the primary one, the oldest that is left becomes it.',
  })
  @Delete(':id')
  remove(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.locations.remove(context, id);
  }

  @Operation('any role', 'Make a location the primary one', PRIMARY, {
    description: 'It needs no body: `meta.ignored` names what is in one.',
    ignoresBody: true,
  })
  @Post(':id/set-primary')
  setPrimary(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.locations.setPrimary(context, id);
  }
}
