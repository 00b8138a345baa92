import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import type { Sort } from '../../../platform/database/reads/order-by';
import { Field } from '../../../platform/http/validation/field';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';
import type { Metadata } from '../../../platform/metadata/metadata';
import { MetadataFilter } from '../../../platform/metadata/metadata-fields';

export const SERVICE_SORTS = ['id', 'name', 'durationMin', 'price', 'active', 'createdAt'] as const;
export type ServiceSort = (typeof SERVICE_SORTS)[number];

export class ServiceListQuery extends PageQuery {
  @Field(sortBy(SERVICE_SORTS), { optional: true, default: 'name:asc' })
  sort?: Sort<ServiceSort>;

  @Field(searchText(), { optional: true, description: 'Words to find in name and description' })
  q?: string;

  @Field(queryId(), { optional: true, description: 'Only the services of this category' })
  categoryId?: number;

  @Field(queryFlag(), {
    optional: true,
    description: 'true: only the active services; false: only the others',
  })
  active?: boolean;

  @Field(queryId(), { optional: true, description: 'Only the active services that this provider offers' })
  providerId?: number;

  @MetadataFilter()
  metadata?: Metadata;
}
