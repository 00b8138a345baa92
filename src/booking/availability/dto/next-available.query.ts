import { queryId } from '../../../platform/http/validation/query-types';
import { dateOrInstant } from '../../../platform/http/validation/time-types';
import { DURATION_DESCRIPTION, queryDuration, querySeats } from './capacity-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';

/** Query of GET /availability/next-available (docs/reference/availability.md). */
export class NextAvailableQuery extends InputOf({
  serviceId: required(queryId(), { example: 1 }),
  providerId: optional(queryId(), { example: 2, description: 'When absent, every provider is searched.' }),
  from: optional(dateOrInstant(), {
    example: '2026-12-01',
    description:
      'The earliest start: a date on the calendar of each provider, or an instant (RFC 3339). Default, and at least: now',
  }),
  durationMin: optional(queryDuration(), { description: DURATION_DESCRIPTION }),
  seats: optional(querySeats(), {
    default: 1,
    description: 'How many seats of a group session: at most the capacity of the service',
  }),
  locationId: optional(queryId(), {
    description: 'Where it is to take place: hours there, or at no place, and resources of there, or of none',
  }),
}) {}
