import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { AnyRole, Public, Roles } from '../../people/auth/access';
import { CurrentCaller } from '../../people/auth/current-caller';
import type { Caller } from '../../platform/http/identity';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { HonoursIdempotencyKey } from '../../platform/http/idempotency/idempotency-decorators';
import type { WriteContext } from '../../platform/database/write-context';
import { ApiErrors } from '../../platform/http/envelope/api-errors';
import { ApiDataList, ApiPage } from '../../platform/http/envelope/api-data';
import { ApiResource, ApiResourceChange, ApiResourceRead } from '../../platform/http/envelope/api-resource';
import { type Page, Reply, type ResourceReply } from '../../platform/http/envelope/envelope';
import { PathId } from '../../platform/http/parameters/path-id';
import {
  PublicServiceResponse,
  toPublicServiceResponse,
  toServiceResponse,
} from '../services/dto/service.response';
import type { Service } from '../services/service.entity';
import { ProviderListQuery } from './dto/provider-list.query';
import { ProviderPatch, ProviderWrite } from './dto/provider-write.dto';
import { ProviderListItem, ProviderResponse, toProviderReply } from './dto/provider.response';
import { TOTAL_META, type TotalMeta } from './dto/total.meta';
import { ProvidersService } from './providers.service';

@ApiTags('Providers')
@Controller('providers')
export class ProvidersController {
  constructor(private readonly providers: ProvidersService) {}

  @Get()
  @Public()
  @ApiOperation({
    summary: 'List providers',
    description:
      'Without a key: the active providers, without schedule and services, their colours only when asked for, and e-mail address and phone number null unless the server is set to show them.',
  })
  @ApiPage(ProviderListItem, 'A page of providers')
  list(@Query() query: ProviderListQuery, @CurrentCaller() caller?: Caller): Promise<Page<ProviderListItem>> {
    return this.providers.list(query, caller !== undefined);
  }

  @Post()
  @HonoursIdempotencyKey()
  @Roles('admin')
  @ApiOperation({
    summary: 'Create a provider',
    description: 'Creates a user too, under the same id, for whom keys can be made.',
  })
  @ApiResource(ProviderResponse, { status: 201, description: 'The new provider' })
  async create(
    @CurrentWrite() context: WriteContext,
    @Body() body: ProviderWrite,
  ): Promise<ResourceReply<ProviderResponse>> {
    return toProviderReply(await this.providers.create(context, body));
  }

  @Get('slug/:slug/services')
  @Public()
  @ApiOperation({
    summary: 'The services of a provider by slug',
    description: 'Without a key, a deactivated provider is a 404.',
  })
  @ApiDataList(PublicServiceResponse, {
    description: 'The active services it offers, by name',
    meta: TOTAL_META,
  })
  async servicesBySlug(
    @Param('slug') slug: string,
    @CurrentCaller() caller?: Caller,
  ): Promise<Reply<PublicServiceResponse[], TotalMeta>> {
    return listed((await this.providers.servicesOfSlug(slug, caller !== undefined)).map(serviceView(caller)));
  }

  @Get(':id')
  @AnyRole()
  @ApiOperation({ summary: 'Read a provider' })
  @ApiResourceRead(ProviderResponse, { description: 'The provider' })
  async get(@PathId() id: number): Promise<ResourceReply<ProviderResponse>> {
    return toProviderReply(await this.providers.get(id));
  }

  @Put(':id')
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'Replace a provider',
    description:
      'Optional members that are left out go back to their default; slug, password, schedule, services and active stay as they are.',
  })
  @ApiResourceChange(ProviderResponse, { description: 'The provider as it is now' })
  @ApiErrors('LAST_ADMIN')
  async replace(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: ProviderWrite,
    @CurrentCaller() caller: Caller,
  ): Promise<ResourceReply<ProviderResponse>> {
    return toProviderReply(await this.providers.replace(context, id, body, caller));
  }

  @Patch(':id')
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'Change a provider', description: 'Only what is present changes.' })
  @ApiResourceChange(ProviderResponse, { description: 'The provider as it is now' })
  @ApiErrors('LAST_ADMIN')
  async change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: ProviderPatch,
    @CurrentCaller() caller: Caller,
  ): Promise<ResourceReply<ProviderResponse>> {
    return toProviderReply(await this.providers.change(context, id, body, caller));
  }

  @Delete(':id')
  @Roles('admin')
  @ApiOperation({
    summary: 'Deactivate a provider',
    description:
      'It stays readable and offers no slots; appointments stay. `active: true` in a write brings it back.',
  })
  @ApiResourceChange(ProviderResponse, { description: 'The provider, not active' })
  @ApiErrors('LAST_ADMIN')
  async deactivate(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
  ): Promise<ResourceReply<ProviderResponse>> {
    return toProviderReply(await this.providers.deactivate(context, id));
  }

  @Get(':id/services')
  @Public()
  @ApiOperation({
    summary: 'The services of a provider',
    description: 'Without a key, a deactivated provider is a 404.',
  })
  @ApiDataList(PublicServiceResponse, {
    description: 'The active services it offers, by name',
    meta: TOTAL_META,
  })
  async services(
    @PathId() id: number,
    @CurrentCaller() caller?: Caller,
  ): Promise<Reply<PublicServiceResponse[], TotalMeta>> {
    return listed((await this.providers.servicesOf(id, caller !== undefined)).map(serviceView(caller)));
  }
}

/** `providerIds` is for callers with a key. */
function serviceView(caller: Caller | undefined): (service: Service) => PublicServiceResponse {
  return caller === undefined ? toPublicServiceResponse : toServiceResponse;
}

function listed<T>(items: T[]): Reply<T[], TotalMeta> {
  return new Reply(items, { total: items.length });
}
