import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole, Roles } from '../../people/auth/access';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import { ApiIfMatch, ApiResource } from '../../platform/http/envelope/api-resource';
import { DeletedResponse, toDeletedResponse } from '../../platform/http/envelope/deleted.response';
import { type Page, ResourceReply } from '../../platform/http/envelope/envelope';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { PathId } from '../../platform/http/parameters/path-id';
import { CONFLICTS_META, OverlappedAppointment, toConflictsMeta } from '../periods/conflicts.meta';
import { PeriodListQuery } from '../periods/period-list.query';
import { TimeOffWrite } from './dto/time-off-write.dto';
import { TimeOffResponse, toTimeOffResponse } from './dto/time-off.response';
import { TimeOffService } from './time-off.service';

@ApiTags('Resources')
@Controller('resources/:id/time-off')
export class ResourceTimeOffController {
  constructor(private readonly timeOff: TimeOffService) {}

  @Get()
  @AnyRole()
  @ApiOperation({
    summary: 'List the time off of a resource',
    description: 'By its start, what is past included.',
  })
  @ApiPage(TimeOffResponse, 'A page of time off')
  async list(@PathId() resourceId: number, @Query() query: PeriodListQuery): Promise<Page<TimeOffResponse>> {
    const { page, timeZone } = await this.timeOff.list({ resourceId }, query);
    return page.map((timeOff) => toTimeOffResponse(timeOff, timeZone));
  }

  @Post()
  @HonoursIdempotencyKey()
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'Give a resource time off',
    description: 'Such as its maintenance. Appointments in it stay; `meta.conflicts` lists them.',
  })
  @ApiExtraModels(OverlappedAppointment)
  @ApiResource(TimeOffResponse, { status: 201, description: 'The new time off', meta: CONFLICTS_META })
  async create(
    @CurrentWrite() context: WriteContext,
    @PathId() resourceId: number,
    @Body() body: TimeOffWrite,
  ): Promise<ResourceReply<TimeOffResponse>> {
    const { timeOff, conflicts, timeZone } = await this.timeOff.create(context, { resourceId }, body);
    return new ResourceReply(toTimeOffResponse(timeOff, timeZone), '', toConflictsMeta(conflicts, timeZone));
  }

  @Delete(':timeOffId')
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'Delete time off of a resource', description: 'It can be used again.' })
  @ApiData(DeletedResponse, { description: 'What was deleted' })
  @ApiIfMatch()
  async remove(
    @CurrentWrite() context: WriteContext,
    @PathId() resourceId: number,
    @PathId('timeOffId') timeOffId: number,
  ): Promise<DeletedResponse> {
    await this.timeOff.remove(context, { resourceId }, timeOffId);
    return toDeletedResponse(timeOffId);
  }
}
