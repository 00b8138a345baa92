import { ANSWERS } from '../../answers/answers.dto';
import { CANCELLATION_MEMBERS, NOTIFY } from '../../appointments/dto/appointment-change.dto';
import { BOOKING_MEMBERS, FROM_ATTENDEES } from '../../appointments/dto/booking.dto';
import { needsDate } from '../../availability/dto/start-date';
import { ignoresDate } from '../../diary/decisions/candidate';
import {
  MAX_GAP_MIN,
  MAX_ITEMS,
  VISIT_MEMBERS,
  VisitItemWrite,
} from '../../availability/visits/dto/visit-search.dto';
import { objects } from '../../../platform/http/validation/field';
import { integer } from '../../../platform/http/validation/number-types';
import { oneOf } from '../../../platform/http/validation/text-types';
import { localDate, startTime } from '../../../platform/http/validation/time-types';
import { InputOf, only, optional, required } from '../../../platform/http/validation/members';

/** A service of a visit that is booked. */
export class VisitCreateItem extends InputOf(VisitItemWrite, { answers: ANSWERS }) {}

/** Body of POST /visits (docs/reference/visits.md). */
export class VisitCreate extends InputOf({
  ...only(BOOKING_MEMBERS, [
    'customerId',
    'name',
    'email',
    'phone',
    'attendeeLanguage',
    'attendeeTimezone',
    'notes',
    'locationId',
    'notify',
    'metadata',
  ]),
  ...VISIT_MEMBERS,
  items: required(
    objects(() => VisitCreateItem, MAX_ITEMS, 1),
    { example: [{ serviceId: 1 }, { serviceId: 1 }], description: 'The services in the order of time' },
  ),
  date: optional(localDate(), {
    example: '2026-12-01',
    ignoredIf: ignoresDate,
    description:
      'On the clock of the provider of the first item. Required when `start` is `HH:MM`, else ignored (`meta.ignored`)',
    neededIf: ({ start }: { readonly start?: string }) => needsDate(start),
  }),
  start: required(startTime(), {
    example: '13:00',
    description:
      '`HH:MM` on the clock of the provider of the first item, or an instant (RFC 3339) without `date`, such as the `start` of a visit that a search has found',
  }),
}) {
  static readonly fromPages: readonly (keyof VisitCreate)[] = [
    ...FROM_ATTENDEES,
    ...(['items', 'maxGapMin', 'seats', 'date', 'start'] as const),
  ];
}

const CANCELLED = ['cancelled'] as const;

/** Body of PATCH /visits/{id} (docs/reference/visits.md). */
export class VisitPatch extends InputOf({
  date: optional(localDate(), {
    ignoredIf: ignoresDate,
    description:
      'The new date of the visit, on the clock of its first appointment; the time of day stays where `start` is absent',
  }),
  start: optional(startTime(), {
    example: '14:00',
    description:
      '`HH:MM` on that clock, on the date of the visit where `date` is absent, or an instant (RFC 3339)',
  }),
  items: optional(
    objects(() => VisitCreateItem, MAX_ITEMS, 1),
    {
      example: [{ serviceId: 1 }, { serviceId: 1 }],
      description:
        'Each takes the place of the appointment in its order; more are booked, and the appointments after the last one are cancelled. One with the same service keeps its provider and its length, unless it names others. Absent: services and providers stay',
    },
  ),
  maxGapMin: optional(integer(0, MAX_GAP_MIN), {
    description: 'The longest time between two items, in minutes. Absent: the longest that the visit has',
  }),
  status: optional(oneOf(CANCELLED), {
    description: 'Cancels the appointments of the visit that are upcoming and expected',
  }),
  ...CANCELLATION_MEMBERS,
  ...NOTIFY,
}) {}
