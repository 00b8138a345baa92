import { PageQuery } from '../../platform/http/pagination/list-query';
import { dateOrInstant } from '../../platform/http/validation/time-types';
import { InputOf, optional } from '../../platform/http/validation/members';

/** Query of a list of closures or time off. */
export class PeriodListQuery extends InputOf(PageQuery, {
  from: optional(dateOrInstant(), {
    example: '2026-12-01',
    description: 'Only entries that end after this date begins, or after this instant',
  }),
  to: optional(dateOrInstant(), {
    example: '2026-12-31',
    description: 'Only entries that start before this date ends, or before this instant',
  }),
}) {}
