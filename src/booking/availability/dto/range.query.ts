import { Field } from '../../../platform/http/validation/field';
import { queryFlag, queryId } from '../../../platform/http/validation/query-types';
import { localDate, month } from '../../../platform/http/validation/time-types';
import { querySeats } from './wish-types';

/** Query of GET /availability/summary (docs/reference/availability.md). */
export class RangeQuery {
  @Field(queryId(), { example: 1 })
  serviceId: number;

  @Field(queryId(), { optional: true, example: 2, description: 'Required, unless `anyProvider` is true' })
  providerId?: number;

  @Field(queryFlag(), {
    optional: true,
    default: false,
    description: 'The slots of all providers, each with the `providerIds` that could take it',
  })
  anyProvider?: boolean;

  @Field(localDate(), {
    optional: true,
    description: 'First date, on the calendar of each provider. Default: today',
  })
  from?: string;

  @Field(localDate(), {
    optional: true,
    description: 'Last date, inclusive, at most 91 days after `from`. Default: 30 days after it',
  })
  to?: string;

  @Field(querySeats(), {
    optional: true,
    default: 1,
    description: 'How many seats of a group session: at most the capacity of the service',
  })
  seats?: number;

  @Field(queryId(), { optional: true, description: 'Take only resources of this location, or of none' })
  locationId?: number;
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
