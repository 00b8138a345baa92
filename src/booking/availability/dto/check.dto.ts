import { flag, id } from '../../../platform/http/validation/number-types';
import { ignoresDate } from '../candidate';
import { duration, DURATION_DESCRIPTION, MAX_RESOURCES, seats } from './capacity-types';
import { endTime, localDate, startTime } from '../../../platform/http/validation/time-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { listOf } from '../../../platform/http/validation/field';
import { providerMembers } from './any-provider';
import { orNull } from '../../../platform/http/validation/shapes';

/** The time to check: body of the two check endpoints, free-form (docs/reference/availability.md). */
export class CheckBody extends InputOf({
  ...providerMembers({ freeForm: true }),
  serviceId: required(id(), { freeForm: true, example: 1 }),
  date: optional(localDate(), {
    example: '2026-12-01',
    ignoredIf: ignoresDate,
    description:
      'On the provider’s calendar. Required when `start` is `HH:MM`, else ignored (`meta.ignored`)',
  }),
  start: required(startTime(), {
    aliases: ['startTime', 'start_time'],
    example: '09:00',
    description:
      '`HH:MM` on the provider’s clock, or an instant (RFC 3339), which without an offset is on that clock, too. On a whole minute. Also read from `startTime`',
  }),
  end: optional(endTime(), {
    aliases: ['endTime', 'end_time'],
    description:
      'As `start`, and after it; `HH:MM` is on the same date. Absent: the service’s duration after the start. Also read from `endTime`',
  }),
  durationMin: optional(duration(), { freeForm: true, description: DURATION_DESCRIPTION }),
  customerId: optional(id(), {
    freeForm: true,
    description: 'Who is to be booked: the limit of the service for each customer counts, too',
  }),
  excludeAppointmentId: optional(id(), {
    freeForm: true,
    description: 'An appointment that is being moved: its own time counts as free',
  }),
  seats: optional(seats(), {
    freeForm: true,
    default: 1,
    description: 'How many seats of a group session: at most the capacity of the service',
  }),
  locationId: optional(orNull(id()), {
    freeForm: true,
    description: 'Where it is to take place: hours there, or at no place, and resources of there, or of none',
  }),
  resourceIds: optional(listOf(id(), MAX_RESOURCES), {
    freeForm: true,
    description: 'The resources to take. Left out: free ones are chosen',
  }),
  ignoreSchedule: optional(flag(), {
    freeForm: true,
    default: false,
    description: 'Skip past, notice, horizon, closures, time off, hours and timetables; never what is taken',
  }),
}) {}
