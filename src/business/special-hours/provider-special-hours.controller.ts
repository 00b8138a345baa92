import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole, Roles } from '../../people/auth/access';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import { ApiIfMatch, ApiResourceChange } from '../../platform/http/envelope/api-resource';
import { type Page, ResourceReply } from '../../platform/http/envelope/envelope';
import { PathDate } from '../../platform/http/parameters/path-date';
import { PathId } from '../../platform/http/parameters/path-id';
import { SpecialHoursListQuery } from './dto/special-hours-list.query';
import { SpecialHoursWrite } from './dto/special-hours-write.dto';
import {
  DeletedSpecialHoursResponse,
  SpecialHoursResponse,
  toDeletedSpecialHoursResponse,
  toSpecialHoursResponse,
} from './dto/special-hours.response';
import { SpecialHoursService } from './special-hours.service';

@ApiTags('Providers')
@Controller('providers/:id/special-hours')
export class ProviderSpecialHoursController {
  constructor(private readonly specialHours: SpecialHoursService) {}

  @Get()
  @AnyRole()
  @ApiOperation({ summary: 'List the special hours of a provider', description: 'By their date.' })
  @ApiPage(SpecialHoursResponse, 'A page of special hours')
  async list(
    @PathId() id: number,
    @Query() query: SpecialHoursListQuery,
  ): Promise<Page<SpecialHoursResponse>> {
    return (await this.specialHours.list(id, query)).map(toSpecialHoursResponse);
  }

  @Put(':date')
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'Set the special hours of a provider on a date',
    description:
      'They take the place of the schedule on the date, and no window bounds them. Closures and time off still win.',
  })
  @ApiResourceChange(SpecialHoursResponse, { description: 'The hours of the date as they are now' })
  async set(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @PathDate() date: string | undefined,
    @Body() body: SpecialHoursWrite,
  ): Promise<ResourceReply<SpecialHoursResponse>> {
    return new ResourceReply(toSpecialHoursResponse(await this.specialHours.set(context, id, date, body)));
  }

  @Delete(':date')
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'Delete the special hours of a provider on a date',
    description: 'The schedule applies to the date again.',
  })
  @ApiData(DeletedSpecialHoursResponse, { description: 'What was deleted' })
  @ApiIfMatch()
  async remove(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @PathDate() date: string | undefined,
  ): Promise<DeletedSpecialHoursResponse> {
    return toDeletedSpecialHoursResponse(await this.specialHours.remove(context, id, date));
  }
}
