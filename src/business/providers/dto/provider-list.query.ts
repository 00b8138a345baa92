import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { type Sort, sortBy } from '../../../platform/http/pagination/sort';
import { Field } from '../../../platform/http/validation/field';
import { queryFlag } from '../../../platform/http/validation/query-types';

export const PROVIDER_SORTS = ['id', 'name', 'email', 'active', 'createdAt'] as const;
export type ProviderSort = (typeof PROVIDER_SORTS)[number];

export class ProviderListQuery extends PageQuery {
  @Field(sortBy(PROVIDER_SORTS), { optional: true, default: 'name:asc' })
  sort?: Sort<ProviderSort>;

  @Field(searchText(), {
    optional: true,
    description: 'Words to find in name, e-mail address, phone and slug',
  })
  q?: string;

  @Field(queryFlag(), { optional: true, default: false, description: 'With a key, `color` is always there' })
  includeColors?: boolean;
}
