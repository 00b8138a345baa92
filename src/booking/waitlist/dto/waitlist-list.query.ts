import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import type { Sort } from '../../../platform/database/reads/order-by';
import { queryId, queryWords } from '../../../platform/http/validation/query-types';
import { WAITLIST_STATUSES } from '../waitlist-status';
import { InputOf, optional } from '../../../platform/http/validation/members';

const WAITLIST_SORTS = ['createdAt', 'id', 'from', 'to'] as const;
export type WaitlistSort = Sort<(typeof WAITLIST_SORTS)[number]>;

export class WaitlistListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(WAITLIST_SORTS), { default: 'createdAt:asc' }),
  status: optional(queryWords(WAITLIST_STATUSES), {
    example: 'waiting,offered',
    description: 'One or several, separated by commas',
  }),
  serviceId: optional(queryId('services'), { example: 1 }),
  providerId: optional(queryId('providers'), {
    example: 2,
    description: 'The provider that the entry names; not entries for any provider',
  }),
  locationId: optional(queryId('locations'), {
    example: 1,
    description: 'The location that the entry names; not entries for any place',
  }),
  customerId: optional(queryId('customers'), { example: 1 }),
}) {}
