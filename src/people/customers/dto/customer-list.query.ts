import { PageQuery, searchText } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { InputOf, optional } from '../../../platform/http/validation/members';
import { metadataFilters } from '../../../platform/metadata/metadata-fields';

export const CUSTOMER_SORTS = ['id', 'firstName', 'lastName', 'email', 'createdAt'] as const;
export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

export class CustomerListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(CUSTOMER_SORTS), { default: 'lastName:asc' }),
  q: optional(searchText(), {
    example: 'mia keller',
    description: 'Words to find in first name, last name, e-mail and phone',
  }),
  metadata: metadataFilters(),
}) {}
