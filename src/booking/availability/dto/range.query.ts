import { Field } from '../../../platform/http/validation/field';
import { queryId } from '../../../platform/http/validation/query-types';
import { localDate, month } from '../../../platform/http/validation/time-types';

/** Query of GET /availability/summary (decisions, section 7). */
export class RangeQuery {
  @Field(queryId(), { example: 1 })
  serviceId: number;

  @Field(queryId(), { example: 2 })
  providerId: number;

  @Field(localDate(), {
    optional: true,
    description: 'First date on the provider’s calendar; default: today',
  })
  from?: string;

  @Field(localDate(), {
    optional: true,
    description: 'Last date, inclusive; default: 30 days after `from`, at most 91 days after it',
  })
  to?: string;
}

/** Query of GET /availability/calendar. */
export class CalendarQuery extends RangeQuery {
  @Field(month(), {
    optional: true,
    example: '2026-12',
    description: 'A whole month, without `from` and `to`',
  })
  month?: string;
}
