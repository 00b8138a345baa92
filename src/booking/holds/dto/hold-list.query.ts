import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import type { Sort } from '../../../platform/database/reads/order-by';
import { InputOf, optional } from '../../../platform/http/validation/members';

const HOLD_SORTS = ['expiresAt', 'start', 'createdAt'] as const;
export type HoldSort = Sort<(typeof HOLD_SORTS)[number]>;

export class HoldListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(HOLD_SORTS), { default: 'expiresAt:asc' }),
}) {}
