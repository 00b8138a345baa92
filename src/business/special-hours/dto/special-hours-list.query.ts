import { PageQuery } from '../../../platform/http/pagination/list-query';
import { localDate } from '../../../platform/http/validation/time-types';
import { InputOf, optional } from '../../../platform/http/validation/members';

/** Query of a list of special hours. */
export class SpecialHoursListQuery extends InputOf(PageQuery, {
  from: optional(localDate(), { example: '2026-12-01', description: 'The first date' }),
  to: optional(localDate(), { example: '2026-12-31', description: 'The last date' }),
}) {}
