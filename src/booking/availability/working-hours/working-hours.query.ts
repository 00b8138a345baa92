import { InputOf, optional } from '../../../platform/http/validation/members';
import { localDate } from '../../../platform/http/validation/time-types';

/** Query of GET /providers/{id}/working-hours (docs/reference/business.md). */
export class WorkingHoursQuery extends InputOf({
  from: optional(localDate(), {
    example: '2026-12-01',
    description: 'First date, on the provider’s calendar. Default: today',
  }),
  to: optional(localDate(), {
    example: '2026-12-31',
    description: 'Last date, inclusive, at most 91 days after `from`. Default: 30 days after it',
  }),
}) {}
