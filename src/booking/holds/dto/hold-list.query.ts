import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import type { Sort } from '../../../platform/database/reads/order-by';
import { Field } from '../../../platform/http/validation/field';

const HOLD_SORTS = ['expiresAt', 'start', 'createdAt'] as const;
export type HoldSort = Sort<(typeof HOLD_SORTS)[number]>;

/** Query of GET /holds. */
export class HoldListQuery extends PageQuery {
  @Field(sortBy(HOLD_SORTS), { optional: true, default: 'expiresAt:asc' })
  sort?: HoldSort;
}
