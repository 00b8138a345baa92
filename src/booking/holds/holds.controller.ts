import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole } from '../../people/auth/access';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import { ApiIfMatch, ApiResource, ApiResourceRead } from '../../platform/http/envelope/api-resource';
import { type Page, ResourceReply } from '../../platform/http/envelope/envelope';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { PathUuid } from '../../platform/http/parameters/path-uuid';
import { HoldCreate } from './dto/hold-create.dto';
import { HoldListQuery } from './dto/hold-list.query';
import { HoldResponse, ReleasedResponse } from './dto/hold.response';
import { HoldMapper } from './hold-mapper';
import { HoldsQueries } from './holds.queries';
import { HoldsService } from './holds.service';

@ApiTags('Holds')
@Controller('holds')
export class HoldsController {
  constructor(
    private readonly holds: HoldsService,
    private readonly queries: HoldsQueries,
    private readonly mapper: HoldMapper,
  ) {}

  @Get()
  @AnyRole()
  @ApiOperation({ summary: 'List holds', description: 'Those that live, of every key.' })
  @ApiPage(HoldResponse, 'A page of holds')
  async list(@Query() query: HoldListQuery): Promise<Page<HoldResponse>> {
    return (await this.queries.page(query)).map(this.mapper.toResponse);
  }

  @Post()
  @HonoursIdempotencyKey()
  @AnyRole()
  @ApiOperation({
    summary: 'Hold a time',
    description:
      'Keeps a time while a customer types: until it is booked with `holdId` of POST /appointments, released, or expires. Decided like a booking. At most 100 live holds for each API key.',
  })
  @ApiResource(HoldResponse, { status: 201, description: 'The new hold' })
  @ApiErrors('UNPROCESSABLE_ENTITY', 'TOO_MANY_HOLDS')
  async place(
    @CurrentWrite() context: WriteContext,
    @Body() body: HoldCreate,
  ): Promise<ResourceReply<HoldResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.holds.place(context, body)));
  }

  @Get(':id')
  @AnyRole()
  @ApiOperation({ summary: 'Read a hold', description: 'One that has expired, or was used, is a 404.' })
  @ApiResourceRead(HoldResponse, { description: 'The hold' })
  async get(@PathUuid() id: string | undefined): Promise<ResourceReply<HoldResponse>> {
    return new ResourceReply(this.mapper.toResponse(await this.queries.get(id)));
  }

  @Delete(':id')
  @AnyRole()
  @ApiOperation({ summary: 'Release a hold', description: 'Its time can be booked again.' })
  @ApiData(ReleasedResponse, { description: 'What was released' })
  @ApiIfMatch()
  async release(
    @CurrentWrite() context: WriteContext,
    @PathUuid() id: string | undefined,
  ): Promise<ReleasedResponse> {
    return { id: await this.holds.release(context, id), deleted: true };
  }
}
