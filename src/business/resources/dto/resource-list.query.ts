import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';
import { MAX_KIND, word } from '../../../platform/http/validation/text-types';
import { InputOf, optional } from '../../../platform/http/validation/members';
import { metadataFilters } from '../../../platform/metadata/metadata-fields';

export const RESOURCE_SORTS = ['id', 'name', 'kind', 'createdAt'] as const;
export type ResourceSort = (typeof RESOURCE_SORTS)[number];

export class ResourceListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(RESOURCE_SORTS), { default: 'name:asc' }),
  q: optional(searchText(), { description: 'Words to find in name and kind' }),
  kind: optional(word(MAX_KIND), { description: 'Only the resources of this kind' }),
  locationId: optional(queryId(), { description: 'Only the resources of this location' }),
  active: optional(queryFlag(), { description: 'true: only the active resources; false: only the others' }),
  metadata: metadataFilters(),
}) {}
