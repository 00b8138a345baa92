import { PageQuery } from '../../../platform/http/pagination/list-query';
import { Field } from '../../../platform/http/validation/field';
import { localDate } from '../../../platform/http/validation/time-types';

/** Query of a list of special hours. */
export class SpecialHoursListQuery extends PageQuery {
  @Field(localDate(), { optional: true, example: '2026-12-01', description: 'The first date' })
  from?: string;

  @Field(localDate(), { optional: true, example: '2026-12-31', description: 'The last date' })
  to?: string;
}
