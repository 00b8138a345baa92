import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Operation } from '../../people/auth/operation';
import { changed, created, deleted, page, read } from '../../platform/http/envelope/answers';
import type { WriteContext } from '../../platform/database/write-context';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import { PathId } from '../../platform/http/parameters/path-id';
import { ResourceListQuery, ResourcePatch, ResourceResponse, ResourceWrite } from './dto/resource.dto';
import { ResourcesService } from './resources.service';

@ApiTags('Resources')
@Controller('resources')
export class ResourcesController {
  constructor(private readonly resources: ResourcesService) {}

  @Operation('any role', 'List resources', page(ResourceResponse, 'A page of resources'), {
    narrowed: 'catalogue',
  })
  @Get()
  list(@Query() query: ResourceListQuery) {
    return this.resources.list(query);
  }

  @Operation('admin|provider', 'Create a resource', created(ResourceResponse))
  @Post()
  create(@CurrentWrite() context: WriteContext, @Body() body: ResourceWrite) {
    return this.resources.create(context, body);
  }

  @Operation('any role', 'Read a resource', read(ResourceResponse), { narrowed: 'catalogue' })
  @Get(':id')
  get(@PathId() id: number) {
    return this.resources.get(id);
  }

  @Operation('admin|provider', 'Replace a resource', changed(ResourceResponse), {
    description: 'Optional members that are left out go back to their default.',
  })
  @Put(':id')
  replace(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: ResourceWrite) {
    return this.resources.replace(context, id, body);
  }

  @Operation('admin|provider', 'Change a resource', changed(ResourceResponse), {
    description: 'Only what is present changes.',
  })
  @Patch(':id')
  change(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: ResourcePatch) {
    return this.resources.change(context, id, body);
  }

  @Operation('admin|provider', 'Delete a resource', deleted(), {
    description: 'Its time off is deleted with it.',
    refuses: ['RESOURCE_IN_USE'],
  })
  @Delete(':id')
  remove(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.resources.remove(context, id);
  }
}
