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
import { CategoryListQuery } from './dto/category-list.query';
import { CategoryPatch, CategoryWrite } from './dto/category-write.dto';
import { CategoryResponse, toCategoryResponse } from './dto/category.response';
import { CategoriesService } from './categories.service';

@ApiTags('Categories')
@Controller('categories')
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Get()
  @AnyRole()
  @ApiOperation({ summary: 'List categories' })
  @ApiPage(CategoryResponse, 'A page of categories')
  async list(@Query() query: CategoryListQuery): Promise<Page<CategoryResponse>> {
    return (await this.categories.list(query)).map(toCategoryResponse);
  }

  @Post()
  @HonoursIdempotencyKey()
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'Create a category' })
  @ApiResource(CategoryResponse, { status: 201, description: 'The new category' })
  async create(
    @CurrentWrite() context: WriteContext,
    @Body() body: CategoryWrite,
  ): Promise<ResourceReply<CategoryResponse>> {
    return new ResourceReply(toCategoryResponse(await this.categories.create(context, body)));
  }

  @Get(':id')
  @AnyRole()
  @ApiOperation({ summary: 'Read a category' })
  @ApiResourceRead(CategoryResponse, { description: 'The category' })
  async get(@PathId() id: number): Promise<ResourceReply<CategoryResponse>> {
    return new ResourceReply(toCategoryResponse(await this.categories.get(id)));
  }

  @Put(':id')
  @Roles('admin', 'provider')
  @ApiOperation({
    summary: 'Replace a category',
    description: 'Optional members that are left out go back to their default.',
  })
  @ApiResourceChange(CategoryResponse, { description: 'The category as it is now' })
  async replace(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: CategoryWrite,
  ): Promise<ResourceReply<CategoryResponse>> {
    return new ResourceReply(toCategoryResponse(await this.categories.replace(context, id, body)));
  }

  @Patch(':id')
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'Change a category', description: 'Only what is present changes.' })
  @ApiResourceChange(CategoryResponse, { description: 'The category as it is now' })
  async change(
    @CurrentWrite() context: WriteContext,
    @PathId() id: number,
    @Body() body: CategoryPatch,
  ): Promise<ResourceReply<CategoryResponse>> {
    return new ResourceReply(toCategoryResponse(await this.categories.change(context, id, body)));
  }

  @Delete(':id')
  @Roles('admin', 'provider')
  @ApiOperation({ summary: 'Delete a category', description: 'Its services stay, without a category.' })
  @ApiData(DeletedResponse, { description: 'What was deleted' })
  @ApiIfMatch()
  async remove(@CurrentWrite() context: WriteContext, @PathId() id: number): Promise<DeletedResponse> {
    await this.categories.remove(context, id);
    return toDeletedResponse(id);
  }
}
