import { Body, Controller, Delete, Get, Inject, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole, Roles } from '../../people/auth/access';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import {
  ApiIfMatch,
  ApiResource,
  ApiResourceChange,
  ApiResourceRead,
} from '../../platform/http/envelope/api-resource';
import { DeletedResponse, toDeletedResponse } from '../../platform/http/envelope/deleted.response';
import { type Page, ResourceReply } from '../../platform/http/envelope/envelope';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import { PathId } from '../../platform/http/parameters/path-id';
import { ResourceListQuery } from './dto/resource-list.query';
import { ResourcePatch, ResourceWrite } from './dto/resource-write.dto';
import { ResourceResponse, toResourceResponse } from './dto/resource.response';
import type { Resource } from './resource.entity';
import { ResourcesService } from './resources.service';

@ApiTags('Resources')
@Controller('resources')
export class ResourcesController {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly resources: ResourcesService,
  ) {}

  @Get()
  @AnyRole()
  @ApiOperation({ summary: 'List resources' })
  @ApiPage(ResourceResponse, 'A page of resources')
  async list(@Query() query: ResourceListQuery): Promise<Page<ResourceResponse>> {
    return (await this.resources.list(query)).map(this.show);
  }

  @Post()
  @HonoursIdempotencyKey()
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'Create a resource' })
  @ApiResource(ResourceResponse, { status: 201, description: 'The new resource' })
  async create(
    @CurrentWrite() context: WriteContext,
    @Body() body: ResourceWrite,
  ): Promise<ResourceReply<ResourceResponse>> {
    return new ResourceReply(this.show(await this.resources.create(context, body)));
  }

  @Get(':id')
  @AnyRole()
  @ApiOperation({ summary: 'Read a resource' })
  @ApiResourceRead(ResourceResponse, { description: 'The resource' })
  async get(@PathId() id: number): Promise<ResourceReply<ResourceResponse>> {
    return new ResourceReply(this.show(await this.resources.get(id)));
  }

  @Put(':id')
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'Replace a resource',
    description: 'Optional members that are left out go back to their default.',
  })
  @ApiResourceChange(ResourceResponse, { description: 'The resource as it is now' })
  async replace(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: ResourceWrite,
  ): Promise<ResourceReply<ResourceResponse>> {
    return new ResourceReply(this.show(await this.resources.replace(context, id, body)));
  }

  @Patch(':id')
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'Change a resource', description: 'Only what is present changes.' })
  @ApiResourceChange(ResourceResponse, { description: 'The resource as it is now' })
  async change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: ResourcePatch,
  ): Promise<ResourceReply<ResourceResponse>> {
    return new ResourceReply(this.show(await this.resources.change(context, id, body)));
  }

  @Delete(':id')
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'Delete a resource', description: 'Its time off is deleted with it.' })
  @ApiErrors('RESOURCE_IN_USE')
  @ApiData(DeletedResponse, { description: 'What was deleted' })
  @ApiIfMatch()
  async remove(@CurrentWrite() context: WriteContext, @PathId() id: number): Promise<DeletedResponse> {
    await this.resources.remove(context, id);
    return toDeletedResponse(id);
  }

  /** Bound: a page that is asked for again is mapped once. */
  private readonly show = (resource: Resource): ResourceResponse =>
    toResourceResponse(resource, this.config.businessTimeZone);
}
