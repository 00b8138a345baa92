import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentViewer, Operation } from '../../people/auth/operation';
import { changed, created, deleted, page, read } from '../../platform/http/envelope/answers';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { WriteContext } from '../../platform/database/write-context';
import type { Caller } from '../../platform/http/identity';
import { PathId } from '../../platform/http/parameters/path-id';
import {
  PublicServiceResponse,
  ServiceListQuery,
  ServicePatch,
  ServiceResponse,
  ServiceWrite,
} from './dto/service.dto';
import { ServicesService } from './services.service';

const VIEWS = { withKey: ServiceResponse };
const PAGE = page(PublicServiceResponse, 'A page of services', VIEWS);
const ONE = read(PublicServiceResponse, 'The service', VIEWS);

@ApiTags('Services')
@Controller('services')
export class ServicesController {
  constructor(private readonly services: ServicesService) {}

  @Operation('any role', 'List services', PAGE, { browser: 'public', narrowed: 'catalogue' })
  @Get()
  list(@Query() query: ServiceListQuery, @CurrentViewer() viewer?: Caller) {
    return this.services.list(query, viewer !== undefined);
  }

  @Operation('admin|provider', 'Create a service', created(ServiceResponse))
  @Post()
  create(@CurrentWrite() context: WriteContext, @Body() body: ServiceWrite) {
    return this.services.create(context, body);
  }

  @Operation('any role', 'Read a service', ONE, { browser: 'public', narrowed: 'catalogue' })
  @Get(':id')
  get(@PathId() id: number, @CurrentViewer() viewer?: Caller) {
    return this.services.get(id, viewer !== undefined);
  }

  @Operation('admin|provider', 'Replace a service', changed(ServiceResponse), {
    description: 'Optional members that are left out go back to their default.',
  })
  @Put(':id')
  replace(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: ServiceWrite) {
    return this.services.replace(context, id, body);
  }

  @Operation('admin|provider', 'Change a service', changed(ServiceResponse), {
    description: 'Only what is present changes.',
  })
  @Patch(':id')
  change(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: ServicePatch) {
    return this.services.change(context, id, body);
  }

  @Operation('admin|provider', 'Delete a service', deleted(), {
    description: 'It is hidden everywhere; appointments that name it stay.',
  })
  @Delete(':id')
  remove(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.services.remove(context, id);
  }
}
