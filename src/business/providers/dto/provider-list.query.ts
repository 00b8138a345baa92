import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';
import { InputOf, optional } from '../../../platform/http/validation/members';
import { metadataFilters } from '../../../platform/metadata/metadata-fields';

export const PROVIDER_SORTS = ['id', 'name', 'email', 'active', 'createdAt'] as const;
export type ProviderSort = (typeof PROVIDER_SORTS)[number];

export class ProviderListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(PROVIDER_SORTS), {
    default: 'name:asc',
    description: '`email` takes a key, unless the server shows addresses to all',
  }),
  q: optional(searchText(), {
    description:
      'Words to find in name and slug; with a key, or where the server shows them to all, in e-mail address and phone number too',
  }),
  serviceId: optional(queryId(), { description: 'Only the active providers who offer this service' }),
  includeColors: optional(queryFlag(), {
    default: false,
    description: 'With a key, `color` is always there',
  }),
  metadata: metadataFilters({ isPublic: true }),
}) {}
