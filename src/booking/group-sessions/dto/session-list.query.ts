import { queryId } from '../../../platform/http/validation/query-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';

/** Query of GET /sessions (docs/reference/booking.md, Group sessions). */
export class SessionListQuery extends InputOf({
  from: required(dateOrInstant(), {
    example: '2026-12-01',
    description:
      'Only sessions that start at or after this: a date on the business’s calendar, or an instant (RFC 3339)',
  }),
  to: required(dateOrInstant(), {
    example: '2026-12-31',
    description:
      'Only sessions that start before this instant (RFC 3339), or not after this date on the business’s calendar; at most 92 days after `from`',
  }),
  providerId: optional(queryId('providers')),
  serviceId: optional(queryId('services')),
}) {}
