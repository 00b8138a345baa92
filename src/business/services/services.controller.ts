import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole, Roles } from '../../people/auth/access';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import type { WriteContext } from '../../platform/database/write-context';
import { ApiData, ApiPage } from '../../platform/http/envelope/api-data';
import {
  ApiIfMatch,
  ApiResource,
  ApiResourceChange,
  ApiResourceRead,
} from '../../platform/http/envelope/api-resource';
import { DeletedResponse, toDeletedResponse } from '../../platform/http/envelope/deleted.response';
import { type Page, ResourceReply } from '../../platform/http/envelope/envelope';
import { PathId } from '../../platform/http/parameters/path-id';
import { ServiceListQuery } from './dto/service-list.query';
import { ServicePatch, ServiceWrite } from './dto/service-write.dto';
import { ServiceResponse, toServiceResponse } from './dto/service.response';
import { ServicesService } from './services.service';

@ApiTags('Services')
@Controller('services')
export class ServicesController {
  constructor(private readonly services: ServicesService) {}

  @Get()
  @AnyRole()
  @ApiOperation({ summary: 'List services' })
  @ApiPage(ServiceResponse, 'A page of services')
  async list(@Query() query: ServiceListQuery): Promise<Page<ServiceResponse>> {
    return (await this.services.list(query)).map(toServiceResponse);
  }

  @Post()
  @HonoursIdempotencyKey()
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'Create a service' })
  @ApiResource(ServiceResponse, { status: 201, description: 'The new service' })
  async create(
    @CurrentWrite() context: WriteContext,
    @Body() body: ServiceWrite,
  ): Promise<ResourceReply<ServiceResponse>> {
    return new ResourceReply(toServiceResponse(await this.services.create(context, body)));
  }

  @Get(':id')
  @AnyRole()
  @ApiOperation({ summary: 'Read a service' })
  @ApiResourceRead(ServiceResponse, { description: 'The service' })
  async get(@PathId() id: number): Promise<ResourceReply<ServiceResponse>> {
    return new ResourceReply(toServiceResponse(await this.services.get(id)));
  }

  @Put(':id')
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'Replace a service',
    description: 'Optional members that are left out go back to their default.',
  })
  @ApiResourceChange(ServiceResponse, { description: 'The service as it is now' })
  async replace(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: ServiceWrite,
  ): Promise<ResourceReply<ServiceResponse>> {
    return new ResourceReply(toServiceResponse(await this.services.replace(context, id, body)));
  }

  @Patch(':id')
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'Change a service', description: 'Only what is present changes.' })
  @ApiResourceChange(ServiceResponse, { description: 'The service as it is now' })
  async change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: ServicePatch,
  ): Promise<ResourceReply<ServiceResponse>> {
    return new ResourceReply(toServiceResponse(await this.services.change(context, id, body)));
  }

  @Delete(':id')
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'Delete a service',
    description: 'It is hidden everywhere; appointments that name it stay.',
  })
  @ApiData(DeletedResponse, { description: 'What was deleted' })
  @ApiIfMatch()
  async remove(@CurrentWrite() context: WriteContext, @PathId() id: number): Promise<DeletedResponse> {
    await this.services.remove(context, id);
    return toDeletedResponse(id);
  }
}
