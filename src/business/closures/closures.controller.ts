import { Body, Controller, Delete, Get, Inject, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole, Roles } from '../../people/auth/access';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import type { WriteContext } from '../../platform/database/write-context';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import { ApiIfMatch, ApiResource } from '../../platform/http/envelope/api-resource';
import { DeletedResponse, toDeletedResponse } from '../../platform/http/envelope/deleted.response';
import { type Page, ResourceReply } from '../../platform/http/envelope/envelope';
import { PathId } from '../../platform/http/parameters/path-id';
import { Config } from '../../platform/config/config';
import { ClosuresService } from './closures.service';
import { CONFLICTS_META, OverlappedAppointment, toConflictsMeta } from '../periods/conflicts.meta';
import { PeriodListQuery } from '../periods/period-list.query';
import { ClosureWrite } from './dto/closure-write.dto';
import { ClosureResponse, toClosureResponse } from './dto/closure.response';

@ApiTags('Closures')
@Controller('closures')
export class ClosuresController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly closures: ClosuresService,
  ) {}

  @Get()
  @AnyRole()
  @ApiOperation({ summary: 'List closures', description: 'By their start, those of the past included.' })
  @ApiPage(ClosureResponse, 'A page of closures')
  async list(@Query() query: PeriodListQuery): Promise<Page<ClosureResponse>> {
    const page = await this.closures.list(query);
    return page.map((closure) => toClosureResponse(closure, this.config.businessTimeZone));
  }

  @Post()
  @HonoursIdempotencyKey()
  @Roles('admin')
  @ApiOperation({
    summary: 'Close the business for some time',
    description: 'Nothing can be booked in it. Appointments in it stay; `meta.conflicts` lists them.',
  })
  @ApiExtraModels(OverlappedAppointment)
  @ApiResource(ClosureResponse, { status: 201, description: 'The new closure', meta: CONFLICTS_META })
  async create(
    @CurrentWrite() context: WriteContext,
    @Body() body: ClosureWrite,
  ): Promise<ResourceReply<ClosureResponse>> {
    const zone = this.config.businessTimeZone;
    const { closure, conflicts } = await this.closures.create(context, body);
    return new ResourceReply(toClosureResponse(closure, zone), '', toConflictsMeta(conflicts, zone));
  }

  @Delete(':id')
  @Roles('admin')
  @ApiOperation({ summary: 'Delete a closure', description: 'Its time can be booked again.' })
  @ApiData(DeletedResponse, { description: 'What was deleted' })
  @ApiIfMatch()
  async remove(@CurrentWrite() context: WriteContext, @PathId() id: number): Promise<DeletedResponse> {
    await this.closures.remove(context, id);
    return toDeletedResponse(id);
  }
}
