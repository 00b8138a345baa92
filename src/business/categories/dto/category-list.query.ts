import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import type { Sort } from '../../../platform/database/reads/order-by';
import { Field } from '../../../platform/http/validation/field';
import type { Metadata } from '../../../platform/metadata/metadata';
import { MetadataFilter } from '../../../platform/metadata/metadata-fields';

export const CATEGORY_SORTS = ['id', 'name', 'active', 'createdAt'] as const;
export type CategorySort = (typeof CATEGORY_SORTS)[number];

export class CategoryListQuery extends PageQuery {
  @Field(sortBy(CATEGORY_SORTS), { optional: true, default: 'name:asc' })
  sort?: Sort<CategorySort>;

  @Field(searchText(), { optional: true, description: 'Words to find in name and description' })
  q?: string;

  @MetadataFilter()
  metadata?: Metadata;
}
