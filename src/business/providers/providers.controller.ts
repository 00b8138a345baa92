import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Weight } from '../../platform/http/limits/weight';
import { CurrentCaller, CurrentViewer, Operation } from '../../people/auth/operation';
import { changed, created, list, page, read } from '../../platform/http/envelope/answers';
import type { Caller } from '../../platform/http/identity';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { WriteContext } from '../../platform/database/write-context';
import { PathId } from '../../platform/http/parameters/path-id';
import { PublicServiceResponse, toServicesReply } from '../services/dto/service.dto';
import {
  ProviderListItem,
  ProviderListQuery,
  ProviderPatch,
  ProviderResponse,
  ProviderWrite,
  toProviderPage,
} from './dto/provider.dto';
import { TOTAL_META } from './dto/total.meta';
import { ProvidersService } from './providers.service';

const SERVICES = list(PublicServiceResponse, 'The active services it offers, by name', {
  meta: TOTAL_META,
  by: toServicesReply,
});

const ONE = read(ProviderListItem, 'The provider', { withKey: ProviderResponse });

/** To derive a password takes 0.3 s of processor time. */
const PASSWORD_WEIGHT: Weight = {
  least: 1,
  most: 10,
  rule: '10 with a password',
  of: ({ password }) => (typeof password === 'string' ? 10 : 1),
  isOfBody: true,
};

@ApiTags('Providers')
@Controller('providers')
export class ProvidersController {
  constructor(private readonly providers: ProvidersService) {}

  @Operation(
    'public',
    'List providers',
    page(ProviderListItem, 'A page of providers', { by: toProviderPage }),
    {
      description:
        'Without a key: the active providers, without schedule and services, their colours only when asked for, and e-mail address and phone number null unless the server is set to show them.',
      narrowed: 'catalogue',
    },
  )
  @Get()
  list(@Query() query: ProviderListQuery, @CurrentViewer() viewer?: Caller) {
    return this.providers.list(query, viewer !== undefined);
  }

  @Operation('admin', 'Create a provider', created(ProviderResponse), {
    weighs: PASSWORD_WEIGHT,
    description: 'Creates a user too, under the same id, for whom keys can be made.',
  })
  @Post()
  create(@CurrentWrite() context: WriteContext, @Body() body: ProviderWrite) {
    return this.providers.create(context, body);
  }

  @Operation('public', 'The services of a provider by slug', SERVICES, {
    description: 'Without a key, a deactivated provider is a 404.',
    narrowed: 'catalogue',
  })
  @Get('slug/:slug/services')
  servicesBySlug(@Param('slug') slug: string, @CurrentViewer() viewer?: Caller) {
    return this.providers.servicesOfSlug(slug, viewer !== undefined);
  }

  @Operation('any role', 'Read a provider', ONE, { browser: 'public', narrowed: 'catalogue' })
  @Get(':id')
  get(@PathId() id: number, @CurrentViewer() viewer?: Caller) {
    return viewer === undefined ? this.providers.getPublic(id) : this.providers.get(id);
  }

  @Operation('admin|provider', 'Replace a provider', changed(ProviderResponse), {
    weighs: PASSWORD_WEIGHT,
    description:
      'Optional members that are left out go back to their default; slug, password, schedule, services and active stay as they are.',
    refuses: ['BEYOND', 'LAST_ADMIN'],
  })
  @Put(':id')
  replace(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: ProviderWrite,
    @CurrentCaller() caller: Caller,
  ) {
    return this.providers.replace(context, id, body, caller);
  }

  @Operation('admin|provider', 'Change a provider', changed(ProviderResponse), {
    weighs: PASSWORD_WEIGHT,
    description: 'Only what is present changes.',
    refuses: ['BEYOND', 'LAST_ADMIN'],
    narrowed: 'provider',
  })
  @Patch(':id')
  change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: ProviderPatch,
    @CurrentCaller() caller: Caller,
  ) {
    return this.providers.change(context, id, body, caller);
  }

  @Operation('admin', 'Deactivate a provider', changed(ProviderResponse, 'The provider, not active'), {
    description:
      'It stays readable and offers no slots; appointments stay. `active: true` in a write brings it back.',
    refuses: ['LAST_ADMIN'],
  })
  @Delete(':id')
  deactivate(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.providers.deactivate(context, id);
  }

  @Operation('public', 'The services of a provider', SERVICES, {
    description: 'Without a key, a deactivated provider is a 404.',
    narrowed: 'catalogue',
  })
  @Get(':id/services')
  services(@PathId() id: number, @CurrentViewer() viewer?: Caller) {
    return this.providers.servicesOf(id, viewer !== undefined);
  }
}
