import { PageQuery } from '../../platform/http/pagination/list-query';
import { Field } from '../../platform/http/validation/field';
import { dateOrInstant } from '../../platform/http/validation/time-types';

/** Query of a list of closures or time off. */
export class PeriodListQuery extends PageQuery {
  @Field(dateOrInstant(), {
    optional: true,
    example: '2026-12-01',
    description: 'Only entries that end after this date begins, or after this instant',
  })
  from?: string;

  @Field(dateOrInstant(), {
    optional: true,
    example: '2026-12-31',
    description: 'Only entries that start before this date ends, or before this instant',
  })
  to?: string;
}
