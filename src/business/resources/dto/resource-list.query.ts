import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import type { Sort } from '../../../platform/database/reads/order-by';
import { Field } from '../../../platform/http/validation/field';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';
import { MAX_KIND, word } from '../../../platform/http/validation/text-types';
import type { Metadata } from '../../../platform/metadata/metadata';
import { MetadataFilter } from '../../../platform/metadata/metadata-fields';

export const RESOURCE_SORTS = ['id', 'name', 'kind', 'createdAt'] as const;
export type ResourceSort = (typeof RESOURCE_SORTS)[number];

export class ResourceListQuery extends PageQuery {
  @Field(sortBy(RESOURCE_SORTS), { optional: true, default: 'name:asc' })
  sort?: Sort<ResourceSort>;

  @Field(searchText(), { optional: true, description: 'Words to find in name and kind' })
  q?: string;

  @Field(word(MAX_KIND), { optional: true, description: 'Only the resources of this kind' })
  kind?: string;

  @Field(queryId(), { optional: true, description: 'Only the resources of this location' })
  locationId?: number;

  @Field(queryFlag(), {
    optional: true,
    description: 'true: only the active resources; false: only the others',
  })
  active?: boolean;

  @MetadataFilter()
  metadata?: Metadata;
}
