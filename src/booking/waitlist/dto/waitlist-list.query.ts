import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import type { Sort } from '../../../platform/database/reads/order-by';
import { Field } from '../../../platform/http/validation/field';
import { queryId, queryWords } from '../../../platform/http/validation/query-types';
import { WAITLIST_STATUSES, type WaitlistStatus } from '../waitlist-status';

const WAITLIST_SORTS = ['createdAt', 'id', 'from', 'to'] as const;
export type WaitlistSort = Sort<(typeof WAITLIST_SORTS)[number]>;

/** Query of GET /waitlist. */
export class WaitlistListQuery extends PageQuery {
  @Field(sortBy(WAITLIST_SORTS), { optional: true, default: 'createdAt:asc' })
  sort?: WaitlistSort;

  @Field(queryWords(WAITLIST_STATUSES), {
    optional: true,
    example: 'waiting,offered',
    description: 'One or several, separated by commas',
  })
  status?: WaitlistStatus[];

  @Field(queryId(), { optional: true, example: 1 })
  serviceId?: number;

  @Field(queryId(), {
    optional: true,
    example: 2,
    description: 'The provider that the entry names; not entries for any provider',
  })
  providerId?: number;

  @Field(queryId(), {
    optional: true,
    example: 1,
    description: 'The location that the entry names; not entries for any place',
  })
  locationId?: number;

  @Field(queryId(), { optional: true, example: 1 })
  customerId?: number;
}
