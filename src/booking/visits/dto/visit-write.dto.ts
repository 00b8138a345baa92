import { ANSWERS } from '../../answers/answers.dto';
import { CANCELLATION_MEMBERS } from '../../appointments/dto/appointment-change.dto';
import { BOOKING_MEMBERS } from '../../appointments/dto/booking.dto';
import { needsDate } from '../../availability/dto/start-date';
import { ignoresDate } from '../../availability/candidate';
import { MAX_ITEMS, VISIT_MEMBERS, VisitItemWrite } from '../../availability/visits/dto/visit-search.dto';
import { objects } from '../../../platform/http/validation/field';
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
}) {}

const CANCELLED = ['cancelled'] as const;

export class VisitPatch extends InputOf({
  status: optional(oneOf(CANCELLED), {
    example: 'cancelled',
    description: 'Cancels the appointments of the visit that are upcoming and expected',
  }),
  ...CANCELLATION_MEMBERS,
}) {}
