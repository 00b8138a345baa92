import { queryId } from '../../../platform/http/validation/query-types';
import { localDate } from '../../../platform/http/validation/time-types';
import { ANY_PROVIDER, PROVIDER_UNLESS_ANY } from './any-provider';
import { DURATION_DESCRIPTION, queryDuration, querySeats } from './capacity-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';

/** Query of GET /availability/slots (docs/reference/availability.md). */
export class SlotsQuery extends InputOf({
  serviceId: required(queryId(), { example: 1 }),
  providerId: PROVIDER_UNLESS_ANY,
  date: required(localDate(), { example: '2026-12-01', description: 'A date on the provider’s calendar' }),
  anyProvider: ANY_PROVIDER,
  excludeAppointmentId: optional(queryId(), {
    description: 'An appointment that is being moved: its own time counts as free',
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
