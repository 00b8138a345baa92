import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { changed, deleted, page } from '../../platform/http/envelope/answers';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import {
  ABSENCE_LIMITS,
  AFFECTED_META,
  AffectedHoldResponse,
  AffectedResponse,
} from '../periods/affected.dto';
import { PathDate } from '../../platform/http/parameters/path-date';

import {
  BusinessSpecialHoursListQuery,
  DeletedSpecialHoursResponse,
  SpecialHoursPlaceQuery,
  SpecialHoursResponse,
  SpecialHoursWrite,
  toWrittenHoursReply,
} from './dto/special-hours.dto';
import { ofBusiness, SpecialHoursService } from './special-hours.service';

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
    { description: 'The window and the weekdays apply to the date again, or those of the location.' },
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
