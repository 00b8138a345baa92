import { PageQuery, searchText } from '../../common/pagination/list-query';
import { type Sort, sortBy } from '../../common/pagination/sort';
import { Field } from '../../common/validation/field';
import { queryId } from '../../common/validation/query-types';

export const SERVICE_SORTS = ['id', 'name', 'durationMin', 'price', 'active', 'createdAt'] as const;
export type ServiceSort = (typeof SERVICE_SORTS)[number];

export class ServiceListQuery extends PageQuery {
  @Field(sortBy(SERVICE_SORTS), { optional: true, default: 'name:asc' })
  sort?: Sort<ServiceSort>;

  @Field(searchText(), { optional: true, description: 'Words to find in name and description' })
  q?: string;

  @Field(queryId(), { optional: true, description: 'Only the active services that this provider offers' })
  providerId?: number;
}
