import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole, Roles } from '../../people/auth/access';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import { ApiIfMatch, ApiResourceChange } from '../../platform/http/envelope/api-resource';
import { type Page, ResourceReply } from '../../platform/http/envelope/envelope';
import { PathDate } from '../../platform/http/parameters/path-date';

import { SpecialHoursListQuery } from './dto/special-hours-list.query';
import { SpecialHoursWrite } from './dto/special-hours-write.dto';
import {
  DeletedSpecialHoursResponse,
  SpecialHoursResponse,
  toDeletedSpecialHoursResponse,
  toSpecialHoursResponse,
} from './dto/special-hours.response';
import { SpecialHoursService } from './special-hours.service';

const BUSINESS = null;

@ApiTags('Business hours')
@Controller('special-hours')
export class BusinessSpecialHoursController {
  constructor(private readonly specialHours: SpecialHoursService) {}

  @Get()
  @AnyRole()
  @ApiOperation({ summary: 'List the special hours of the business', description: 'By their date.' })
  @ApiPage(SpecialHoursResponse, 'A page of special hours')
  async list(@Query() query: SpecialHoursListQuery): Promise<Page<SpecialHoursResponse>> {
    return (await this.specialHours.list(BUSINESS, query)).map(toSpecialHoursResponse);
  }

  @Put(':date')
  @Roles('admin')
  @ApiOperation({
    summary: 'Set the special hours of the business on a date',
    description:
      'They take the place of the window and the weekdays on the date. Closures and time off still win.',
  })
  @ApiResourceChange(SpecialHoursResponse, { description: 'The hours of the date as they are now' })
  async set(
    @CurrentWrite() context: WriteContext,

    @PathDate() date: string | undefined,
    @Body() body: SpecialHoursWrite,
  ): Promise<ResourceReply<SpecialHoursResponse>> {
    return new ResourceReply(
      toSpecialHoursResponse(await this.specialHours.set(context, BUSINESS, date, body)),
    );
  }

  @Delete(':date')
  @Roles('admin')
  @ApiOperation({
    summary: 'Delete the special hours of the business on a date',
    description: 'The window and the weekdays apply to the date again.',
  })
  @ApiData(DeletedSpecialHoursResponse, { description: 'What was deleted' })
  @ApiIfMatch()
  async remove(
    @CurrentWrite() context: WriteContext,

    @PathDate() date: string | undefined,
  ): Promise<DeletedSpecialHoursResponse> {
    return toDeletedSpecialHoursResponse(await this.specialHours.remove(context, BUSINESS, date));
  }
}
