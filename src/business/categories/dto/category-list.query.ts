import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { InputOf, optional } from '../../../platform/http/validation/members';
import { metadataFilters } from '../../../platform/metadata/metadata-fields';

export const CATEGORY_SORTS = ['id', 'name', 'active', 'createdAt'] as const;
export type CategorySort = (typeof CATEGORY_SORTS)[number];

export class CategoryListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(CATEGORY_SORTS), { default: 'name:asc' }),
  q: optional(searchText(), { description: 'Words to find in name and description' }),
  metadata: metadataFilters(),
}) {}
