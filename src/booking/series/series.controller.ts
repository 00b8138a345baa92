import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../../people/auth/access';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { ApiData } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import { ApiResource, ApiResourceChange, ApiResourceRead } from '../../platform/http/envelope/api-resource';
import { type PreviewReply, ResourceReply } from '../../platform/http/envelope/envelope';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { PathId } from '../../platform/http/parameters/path-id';
import { SeriesCreate, SeriesPatch } from './dto/series-write.dto';
import { SeriesPreview, SeriesResponse } from './dto/series.response';
import { SeriesChanges } from './series-changes.service';
import { SeriesMapper } from './series-mapper';
import { SeriesQueries } from './series.queries';
import { SeriesService } from './series.service';

@ApiTags('Series')
@Controller('series')
export class SeriesController {
  constructor(
    private readonly series: SeriesService,
    private readonly changes: SeriesChanges,
    private readonly queries: SeriesQueries,
    private readonly mapper: SeriesMapper,
  ) {}

  @Post()
  @HonoursIdempotencyKey()
  @AnyRole()
  @ApiOperation({
    summary: 'Book a series',
    description:
      'Books every occurrence of a recurrence rule, each like an appointment, all in one transaction. The local time stays when the clock changes. An occurrence that cannot be had refuses all, or is left out with `onConflict: "skip"`; without any occurrence the series is refused.',
  })
  @ApiResource(SeriesResponse, { status: 201, description: 'The booked series' })
  @ApiData(SeriesPreview, { description: 'With `dryRun`: what would be booked' })
  @ApiErrors('OCCURRENCES_REFUSED')
  async book(
    @CurrentWrite() context: WriteContext,
    @Body() body: SeriesCreate,
  ): Promise<ResourceReply<SeriesResponse> | PreviewReply<SeriesPreview>> {
    return this.mapper.toReply(await this.series.book(context, body), body.dryRun);
  }

  @Get(':id')
  @AnyRole()
  @ApiOperation({ summary: 'Read a series' })
  @ApiResourceRead(SeriesResponse, { description: 'The series with its appointments' })
  async get(@PathId() id: number): Promise<ResourceReply<SeriesResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.queries.get(id)));
  }

  @Patch(':id')
  @AnyRole()
  @ApiOperation({
    summary: 'Change the occurrences that are still to come',
    description:
      'Each as PATCH of the appointment would. One whose time or provider was changed by itself keeps that; cancelled ones stay as they are. To cancel the series, set `status` to `cancelled`.',
  })
  @ApiResourceChange(SeriesResponse, { description: 'The changed series; with `dryRun`: what it would be' })
  @ApiErrors('OCCURRENCES_REFUSED')
  async change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: SeriesPatch,
  ): Promise<ResourceReply<SeriesResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.changes.change(context, id, body)));
  }
}
