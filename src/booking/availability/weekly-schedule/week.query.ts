import { InputOf, optional } from '../../../platform/http/validation/members';
import { localDate } from '../../../platform/http/validation/time-types';

/** Query of GET /providers/{id}/schedule. */
export class WeekQuery extends InputOf({
  date: optional(localDate(), {
    example: '2026-12-01',
    description: 'Any date of the week; default: today on the provider’s calendar',
  }),
}) {}
