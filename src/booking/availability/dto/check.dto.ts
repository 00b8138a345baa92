import { flag, id } from '../../../platform/http/validation/number-types';
import { bookedSeats, chosenDuration, MAX_RESOURCES, PLACE_DESCRIPTION } from './capacity-types';
import { endTime, startTime } from '../../../platform/http/validation/time-types';
import { InputOf, optional, required } from '../../../platform/http/validation/members';
import { listOf } from '../../../platform/http/validation/field';
import { FROM_CHOOSERS, providerMembers } from './any-provider';
import { startDate } from './start-date';
import { orNull } from '../../../platform/http/validation/shapes';

/** The time to check: body of the two check endpoints, free-form (docs/reference/availability.md). */
export class CheckBody extends InputOf({
  ...providerMembers({ freeForm: true }),
  serviceId: required(id('services'), { freeForm: true, example: 1 }),
  date: startDate(),
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
  durationMin: chosenDuration({ freeForm: true }),
  customerId: optional(id('customers'), {
    freeForm: true,
    description: 'Who is to be booked: the limit of the service for each customer counts, too',
  }),
  excludeAppointmentId: optional(id('appointments'), {
    freeForm: true,
    description: 'An appointment that is being moved: its own time counts as free',
  }),
  seats: bookedSeats({ freeForm: true }),
  locationId: optional(orNull(id('locations')), { freeForm: true, description: PLACE_DESCRIPTION }),
  resourceIds: optional(listOf(id('resources'), MAX_RESOURCES), {
    freeForm: true,
    description: 'The resources to take. Left out: free ones are chosen',
  }),
  ignoreSchedule: optional(flag(), {
    freeForm: true,
    default: false,
    description: 'Skip past, notice, horizon, closures, time off, hours and timetables; never what is taken',
  }),
}) {
  static readonly fromPages: readonly (keyof CheckBody)[] = [...FROM_CHOOSERS, 'locationId'];
}
