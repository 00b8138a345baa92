import { ValidateBy } from 'class-validator';
import { id, integer } from '../../../../platform/http/validation/number-types';
import { oneOf } from '../../../../platform/http/validation/text-types';
import { endOfLocalTime, localDate, localTime } from '../../../../platform/http/validation/time-types';
import { parseEndTime, parseTime } from '../../../../platform/time/local-date';
import { WEEKDAYS } from '../../../../platform/time/weekdays';
import { AMONG_UNNAMED } from '../../dto/any-provider';
import { chosenDuration, seats } from '../../dto/capacity-types';
import { InputOf, optional, required } from '../../../../platform/http/validation/members';
import { listOf, objects } from '../../../../platform/http/validation/field';

export const MAX_ITEMS = 10;
export const MAX_GAP_MIN = 240;
const MAX_LIMIT = 50;

export class VisitItemWrite extends InputOf({
  serviceId: required(id('services'), { example: 1 }),
  durationMin: chosenDuration(),
  providerId: optional(id('providers'), {
    example: 2,
    description:
      'Left out: one of the providers who offer the service. Of those who can, the one with the fewest minutes of appointments on that date, then the lowest id',
    ...AMONG_UNNAMED,
  }),
}) {}

/** What a visit is made of: members of a search and of a booking. */
export const VISIT_MEMBERS = {
  items: required(
    objects(() => VisitItemWrite, MAX_ITEMS, 1),
    { example: [{ serviceId: 1 }, { serviceId: 1 }], description: 'The services in the order of time' },
  ),
  maxGapMin: optional(integer(0, MAX_GAP_MIN), {
    default: 0,
    example: 15,
    description: 'The longest time between two items, in minutes',
  }),
  seats: optional(seats(), {
    default: 1,
    description: 'How many seats of a group session, in each item: at most the capacity of each service',
  }),
};

/** Body of POST /availability/search (docs/reference/visits.md). */
export class VisitSearchBody extends InputOf({
  ...VISIT_MEMBERS,
  from: required(localDate(), {
    example: '2026-12-01',
    description: 'The first date, on the clock of the provider of the first item',
  }),
  to: optional(localDate(), {
    example: '2026-12-07',
    description: 'The last date, inclusive, at most 91 days after `from`. Default: 30 days after it',
  }),
  timeFrom: optional(localTime(), {
    example: '09:00',
    description: 'The earliest start of the visit, on that clock',
  }),
  timeTo: optional(endOfLocalTime(), {
    example: '17:00',
    description: 'The latest end of the visit, on the date of its start; later than `timeFrom`',
    rules: [LaterThanTimeFrom()],
  }),
  weekdays: optional(listOf(oneOf(WEEKDAYS), WEEKDAYS.length, 1), {
    example: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
    description: 'The weekdays on which the visit may start. Left out: all',
  }),
  locationId: optional(id('locations'), { description: 'Take only resources of this location, or of none' }),
  limit: optional(integer(1, MAX_LIMIT), { default: 10, description: 'The most visits to find' }),
}) {
  static readonly fromPages: readonly (keyof VisitSearchBody)[] = [
    ...(['items', 'maxGapMin', 'seats', 'locationId', 'limit'] as const),
    ...(['from', 'to', 'timeFrom', 'timeTo', 'weekdays'] as const),
  ];
}

/** Silent where either is not well-formed: that has a message of its own. */
function LaterThanTimeFrom(): PropertyDecorator {
  return ValidateBy({
    name: 'laterThanTimeFrom',
    validator: {
      validate: (timeTo, args) => {
        const { timeFrom } = args?.object as VisitSearchBody;
        const from = typeof timeFrom === 'string' ? parseTime(timeFrom) : undefined;
        const to = typeof timeTo === 'string' ? parseEndTime(timeTo) : undefined;
        return to === undefined || to > (from ?? 0);
      },
      defaultMessage: () => 'must be later than timeFrom',
    },
  });
}
