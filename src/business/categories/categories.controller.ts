import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CurrentViewer, Operation } from '../../people/auth/operation';
import { changed, created, deleted, page, read } from '../../platform/http/envelope/answers';
import { CurrentWrite } from '../../platform/http/conditional/current-write';
import type { WriteContext } from '../../platform/database/write-context';
import type { Caller } from '../../platform/http/identity';
import { PathId } from '../../platform/http/parameters/path-id';
import {
  CategoryListQuery,
  CategoryPatch,
  CategoryResponse,
  CategoryWrite,
  PublicCategoryResponse,
} from './dto/category.dto';
import { CategoriesService } from './categories.service';

const VIEWS = { withKey: CategoryResponse };
const PAGE = page(PublicCategoryResponse, 'A page of categories', VIEWS);
const ONE = read(PublicCategoryResponse, 'The category', VIEWS);

@ApiTags('Categories')
@Controller('categories')
export class CategoriesController {
  constructor(private readonly categories: CategoriesService) {}

  @Operation('any role', 'List categories', PAGE, { browser: 'public', narrowed: 'catalogue' })
  @Get()
  list(@Query() query: CategoryListQuery, @CurrentViewer() viewer?: Caller) {
    return this.categories.list(query, viewer !== undefined);
  }

  @Operation('admin|provider', 'Create a category', created(CategoryResponse))
  @Post()
  create(@CurrentWrite() context: WriteContext, @Body() body: CategoryWrite) {
    return this.categories.create(context, body);
  }

  @Operation('any role', 'Read a category', ONE, { browser: 'public', narrowed: 'catalogue' })
  @Get(':id')
  get(@PathId() id: number, @CurrentViewer() viewer?: Caller) {
    return this.categories.get(id, viewer !== undefined);
  }

  @Operation('admin|provider', 'Replace a category', changed(CategoryResponse), {
    description: 'Optional members that are left out go back to their default.',
  })
  @Put(':id')
  replace(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: CategoryWrite) {
    return this.categories.replace(context, id, body);
  }

  @Operation('admin|provider', 'Change a category', changed(CategoryResponse), {
    description: 'Only what is present changes.',
  })
  @Patch(':id')
  change(@CurrentWrite() context: WriteContext, @PathId() id: number, @Body() body: CategoryPatch) {
    return this.categories.change(context, id, body);
  }

  @Operation('admin|provider', 'Delete a category', deleted(), {
    description: 'Its services stay, without a category.',
  })
  @Delete(':id')
  remove(@CurrentWrite() context: WriteContext, @PathId() id: number) {
    return this.categories.remove(context, id);
  }
}
