import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import type { Sort } from '../../../platform/database/reads/order-by';
import { Field } from '../../../platform/http/validation/field';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';
import type { Metadata } from '../../../platform/metadata/metadata';
import { MetadataFilter } from '../../../platform/metadata/metadata-fields';

export const PROVIDER_SORTS = ['id', 'name', 'email', 'active', 'createdAt'] as const;
export type ProviderSort = (typeof PROVIDER_SORTS)[number];

export class ProviderListQuery extends PageQuery {
  @Field(sortBy(PROVIDER_SORTS), {
    optional: true,
    default: 'name:asc',
    description: '`email` takes a key, unless the server shows addresses to all',
  })
  sort?: Sort<ProviderSort>;

  @Field(searchText(), {
    optional: true,
    description:
      'Words to find in name and slug; with a key, or where the server shows them to all, in e-mail address and phone number too',
  })
  q?: string;

  @Field(queryId(), { optional: true, description: 'Only the active providers who offer this service' })
  serviceId?: number;

  @Field(queryFlag(), { optional: true, default: false, description: 'With a key, `color` is always there' })
  includeColors?: boolean;

  @MetadataFilter({ isPublic: true })
  metadata?: Metadata;
}
