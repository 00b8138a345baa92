import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';
import { InputOf, optional } from '../../../platform/http/validation/members';
import { metadataFilters } from '../../../platform/metadata/metadata-fields';

export const SERVICE_SORTS = ['id', 'name', 'durationMin', 'price', 'active', 'createdAt'] as const;
export type ServiceSort = (typeof SERVICE_SORTS)[number];

export class ServiceListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(SERVICE_SORTS), { default: 'name:asc' }),
  q: optional(searchText(), { description: 'Words to find in name and description' }),
  categoryId: optional(queryId(), { description: 'Only the services of this category' }),
  active: optional(queryFlag(), { description: 'true: only the active services; false: only the others' }),
  providerId: optional(queryId(), { description: 'Only the active services that this provider offers' }),
  metadata: metadataFilters(),
}) {}
