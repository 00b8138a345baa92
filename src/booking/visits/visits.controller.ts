import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../../people/auth/access';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import { ApiResource, ApiResourceChange, ApiResourceRead } from '../../platform/http/envelope/api-resource';
import { ResourceReply } from '../../platform/http/envelope/envelope';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { PathId } from '../../platform/http/parameters/path-id';
import { VisitCreate, VisitPatch } from './dto/visit-write.dto';
import { VisitResponse } from './dto/visit.response';
import { VisitCancellation } from './visit-cancellation';
import { VisitMapper } from './visit-mapper';
import { VisitsQueries } from './visits.queries';
import { VisitsService } from './visits.service';

@ApiTags('Visits')
@Controller('visits')
export class VisitsController {
  constructor(
    private readonly visits: VisitsService,
    private readonly cancellation: VisitCancellation,
    private readonly queries: VisitsQueries,
    private readonly mapper: VisitMapper,
  ) {}

  @Post()
  @HonoursIdempotencyKey()
  @AnyRole()
  @ApiOperation({
    summary: 'Book a visit',
    description:
      'Books several services in a row, all of them or none: the visit that POST /availability/search offers at this start, or would offer if the start were on the grid.',
  })
  @ApiResource(VisitResponse, { status: 201, description: 'The new visit' })
  @ApiErrors('VISIT_REFUSED')
  async book(
    @CurrentWrite() context: WriteContext,
    @Body() body: VisitCreate,
  ): Promise<ResourceReply<VisitResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.visits.book(context, body)));
  }

  @Get(':id')
  @AnyRole()
  @ApiOperation({ summary: 'Read a visit', description: 'One whose appointments were all removed is a 404.' })
  @ApiResourceRead(VisitResponse, { description: 'The visit with its appointments' })
  async get(@PathId() id: number): Promise<ResourceReply<VisitResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.queries.get(id)));
  }

  @Patch(':id')
  @AnyRole()
  @ApiOperation({
    summary: 'Cancel a visit',
    description:
      'Cancels its appointments that start from now on and are pending or confirmed. The others stay as they are.',
  })
  @ApiResourceChange(VisitResponse, { description: 'The visit with all its appointments' })
  async change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: VisitPatch,
  ): Promise<ResourceReply<VisitResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.cancellation.change(context, id, body)));
  }
}
