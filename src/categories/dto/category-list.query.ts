import { PageQuery, searchText } from '../../common/pagination/list-query';
import { type Sort, sortBy } from '../../common/pagination/sort';
import { Field } from '../../common/validation/field';

export const CATEGORY_SORTS = ['id', 'name', 'active', 'createdAt'] as const;
export type CategorySort = (typeof CATEGORY_SORTS)[number];

export class CategoryListQuery extends PageQuery {
  @Field(sortBy(CATEGORY_SORTS), { optional: true, default: 'name:asc' })
  sort?: Sort<CategorySort>;

  @Field(searchText(), { optional: true, description: 'Words to find in name and description' })
  q?: string;
}
