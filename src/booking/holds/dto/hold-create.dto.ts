import { needsDate } from '../../availability/dto/needs-date';
import { MAX_RESOURCES, seats } from '../../availability/dto/capacity-types';
import { ignoresDate } from '../../availability/candidate';
import { id, integer } from '../../../platform/http/validation/number-types';
import { endTime, localDate, startTime } from '../../../platform/http/validation/time-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { listOf } from '../../../platform/http/validation/field';
import { orNull } from '../../../platform/http/validation/shapes';

/** Body of POST /holds (docs/reference/booking.md, Holds). */
export class HoldCreate extends InputOf({
  providerId: required(id(), { example: 2 }),
  serviceId: required(id(), { example: 1 }),
  date: optional(localDate(), {
    example: '2026-12-01',
    ignoredIf: ignoresDate,
    description:
      'On the provider’s calendar. Required when `start` is `HH:MM`, else ignored (`meta.ignored`)',
    neededIf: ({ start }: { readonly start?: string }) => needsDate(start),
  }),
  start: required(startTime(), {
    example: '11:00',
    description:
      '`HH:MM` on the provider’s clock, or an instant (RFC 3339) without `date`, such as the `start` of a slot',
  }),
  end: optional(endTime(), {
    description:
      'As `start`, and after it; `HH:MM` is on the same date. Absent: the service’s duration after the start',
  }),
  seats: optional(seats(), {
    default: 1,
    description: 'How many seats of a group session: at most the capacity of the service',
  }),
  locationId: optional(orNull(id()), { description: 'Where it is to take place' }),
  resourceIds: optional(listOf(id(), MAX_RESOURCES), {
    description:
      'The resources to take, just as many of each kind as the service needs. Left out: free ones are chosen',
  }),
  ttlSec: optional(integer(60, 3_600), { default: 600, description: 'How long the hold lives, in seconds' }),
}) {}
