import { PageQuery, searchText } from '../../common/pagination/list-query';
import { type Sort, sortBy } from '../../common/pagination/sort';
import { Field } from '../../common/validation/field';

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
}
