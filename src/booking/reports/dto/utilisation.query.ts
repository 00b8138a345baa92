import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { oneOf } from '../../../platform/http/validation/text-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { FORMATS, GROUPINGS } from '../utilisation';

/** Query of GET /reports/utilisation (docs/reference/reports.md). */
export class UtilisationQuery extends InputOf({
  from: required(dateOrInstant(), {
    example: '2026-12-01',
    description: 'Where it begins: a date on the business’s calendar, or an instant (RFC 3339)',
  }),
  to: required(dateOrInstant(), {
    example: '2026-12-31',
    description:
      'Where it ends: a date on the business’s calendar, which is included, or an instant (RFC 3339), which is not; at most 92 days after `from`',
  }),
  by: optional(oneOf(GROUPINGS), {
    default: 'provider',
    description: 'What there is a row for',
  }),
  format: optional(oneOf(FORMATS), {
    default: 'json',
    description: '`csv`: a file for spreadsheets',
  }),
}) {}
