import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import type { Sort } from '../../../platform/database/reads/order-by';
import { Field } from '../../../platform/http/validation/field';
import type { Metadata } from '../../../platform/metadata/metadata';
import { MetadataFilter } from '../../../platform/metadata/metadata-fields';

export const CUSTOMER_SORTS = ['id', 'firstName', 'lastName', 'email', 'createdAt'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export class CustomerListQuery extends PageQuery {
  @Field(sortBy(CUSTOMER_SORTS), { optional: true, default: 'lastName:asc' })
  sort?: Sort<CustomerSort>;

  @Field(searchText(), {
    optional: true,
    example: 'mia keller',
    description: 'Words to find in first name, last name, e-mail and phone',
  })
  q?: string;

  @MetadataFilter()
  metadata?: Metadata;
}
