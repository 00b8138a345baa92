import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { CurrentReach, Operation } from '../../people/auth/operation';
import { changed, deleted, list, page } from '../../platform/http/envelope/answers';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import {
  ABSENCE_LIMITS,
  AFFECTED_META,
  AffectedHoldResponse,
  AffectedResponse,
} from '../periods/affected.dto';
import type { Reach } from '../../platform/restrictions';
import { PathDate } from '../../platform/http/parameters/path-date';
import {
  BusinessSpecialHoursListQuery,
  DeletedSpecialHoursResponse,
  ProviderSpecialHoursWrite,
  SpecialDaysWrite,
  SpecialHoursListQuery,
  SpecialHoursPlaceQuery,
  SpecialHoursResponse,
  SpecialHoursWrite,
  toWrittenDaysReply,
  toWrittenHoursReply,
} from './dto/special-hours.dto';
import { ofBusiness, ofProvider, SpecialHoursService } from './special-hours.service';
import { PathId } from '../../platform/http/parameters/path-id';

const SPECIAL_HOURS = page(SpecialHoursResponse, 'A page of special hours');

const CHANGED_HOURS = changed(
  SpecialHoursResponse,
  'The hours of the date as they are now; with `dryRun`: as they would be',
  {
    optionalMeta: AFFECTED_META,
    by: toWrittenHoursReply,
  },
);

@ApiTags('Business hours')
@Controller('special-hours')
export class BusinessSpecialHoursController {
  constructor(private readonly specialHours: SpecialHoursService) {}

  @Operation('any role', 'List the special hours of the business and its locations', SPECIAL_HOURS, {
    description: 'By their date.',
    narrowed: 'catalogue',
  })
  @Get()
  list(@Query() query: BusinessSpecialHoursListQuery) {
    return this.specialHours.listOfBusiness(query);
  }

  @Operation('admin', 'Set the special hours of the business or a location on a date', CHANGED_HOURS, {
    description:
      'They take the place of the window and the weekdays on the date; with a `locationId`, of the hours of that location for what happens there, in those of the business. Closures and time off still win. Appointments outside of them stay, unless `appointments` says otherwise.',
    refuses: ['TOO_MANY_APPOINTMENTS'],
    ...ABSENCE_LIMITS,
    narrowed: 'place',
  })
  @Put(':date')
  @ApiExtraModels(AffectedResponse, AffectedHoldResponse)
  set(
    @CurrentWrite() context: WriteContext,

    @PathDate() date: string | undefined,
    @Body() body: SpecialHoursWrite,
  ) {
    return this.specialHours.set(context, ofBusiness(body), date, body);
  }

  @Operation(
    'admin',
    'Delete the special hours of the business or a location on a date',
    deleted(DeletedSpecialHoursResponse),
    {
      description: 'The window and the weekdays apply to the date again, or those of the location.',
      narrowed: 'place',
    },
  )
  @Delete(':date')
  remove(
    @CurrentWrite() context: WriteContext,

    @PathDate() date: string | undefined,
    @Query() query: SpecialHoursPlaceQuery,
  ) {
    return this.specialHours.remove(context, ofBusiness(query), date);
  }
}

@ApiTags('Providers')
@Controller('providers/:id/special-hours')
export class ProviderSpecialHoursController {
  constructor(private readonly specialHours: SpecialHoursService) {}

  @Operation('any role', 'List the special hours of a provider', SPECIAL_HOURS, {
    description: 'By their date.',
    narrowed: 'staff',
  })
  @Get()
  list(@PathId() id: number, @Query() query: SpecialHoursListQuery, @CurrentReach() reach?: Reach) {
    return this.specialHours.listOfProvider(id, query, reach);
  }

  @Operation(
    'admin|provider',
    'Set the special hours of a provider on many dates',
    list(SpecialHoursResponse, 'Those of the dates that have special hours now, by their date', {
      optionalMeta: AFFECTED_META,
      by: toWrittenDaysReply,
    }),
    {
      description:
        'In one transaction: 366 dates at most, each as PUT of one date sets it. `hours: null` removes one. Other dates stay as they are.',
      refuses: ['TOO_MANY_APPOINTMENTS'],
      ...ABSENCE_LIMITS,
      narrowed: 'staff',
    },
  )
  @Put()
  @ApiExtraModels(AffectedResponse, AffectedHoldResponse)
  setMany(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: SpecialDaysWrite) {
    return this.specialHours.setMany(context, id, body);
  }

  @Operation('admin|provider', 'Set the special hours of a provider on a date', CHANGED_HOURS, {
    description:
      'They take the place of the schedule on the date, and no window bounds them. Closures and time off still win. Appointments outside of them stay, unless `appointments` says otherwise.',
    refuses: ['TOO_MANY_APPOINTMENTS'],
    ...ABSENCE_LIMITS,
    narrowed: 'staff',
  })
  @Put(':date')
  @ApiExtraModels(AffectedResponse, AffectedHoldResponse)
  set(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @PathDate() date: string | undefined,
    @Body() body: ProviderSpecialHoursWrite,
  ) {
    return this.specialHours.set(context, ofProvider(id), date, body);
  }

  @Operation(
    'admin|provider',
    'Delete the special hours of a provider on a date',
    deleted(DeletedSpecialHoursResponse),
    { description: 'The schedule applies to the date again.', narrowed: 'staff' },
  )
  @Delete(':date')
  remove(@CurrentWrite() context: WriteContext, @PathId() id: number, @PathDate() date: string | undefined) {
    return this.specialHours.remove(context, ofProvider(id), date);
  }
}
