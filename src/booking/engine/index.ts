/**
 * The availability engine: when can this service be booked with this provider? Pure: everything comes in as arguments.
 *
 * - `verdict` answers whether a start is bookable and, if not, why. Every check and every write calls it.
 * - `SlotFinder` finds the grid starts that the same rules allow, a day at a time; `slotsOn`, `slotsBetween` and
 *   `firstSlots` are its short forms.
 * - `slotsOfAny` merges the slots of several providers. `inOrderOfChoice` orders those of whom one is chosen.
 * - `weeklyHours` makes a provider's week out of its schedule and the business's hours, `specialDates` the dates that differ.
 * - A verdict that allows a start has a placement: the session, seats, resources and team that a booking takes. `placementOf` finds one
 *   without the schedule.
 * - `ResourceChoice` chooses the resources that a service needs, `TeamChoice` who helps.
 * - `calendarAfter` and `resourcesAfter` are the calendars after earlier decisions of the same write.
 * - `visits/index.ts` is the face of visits of several services in a row.
 * - A service with a timetable starts at its classes alone; their times are no working time of other services.
 * - `DateZones` has the zone of each date of a provider; `zonesFor` has those on which a request is read.
 * - A `Closure` binds every place, or one alone.
 * - `workingTime` is what is left of a provider's hours on a day; `workedDays` has those hours and what absences leave of them.
 * - `lastBookableDate` says how far ahead to load.
 *
 * Instants are epoch milliseconds, intervals half-open, zones IANA names. See docs/reference/time.md.
 */
export {
  furthestReason,
  inOrderOfChoice,
  type ProviderSlots,
  type SharedSlot,
  slotsOfAny,
} from './any-provider';
export { type BookingWindowRules, lastBookableDate } from './booking-window';
export { type Buffers, type BusyInterval, occupied } from './busy';
export { byChoice } from './choice';
export type { Closure } from './closed-times';
export { type CalendarZones, DateZones, zoneOfPlaces, shownZone, zonesFor } from './date-zones';
export {
  type Counted,
  countedDay,
  type CountedStart,
  type DayLimit,
  type DayLimitName,
  leftOn,
} from './limits';
export { type EarlierChanges, type EarlierBooking, calendarAfter, resourcesAfter } from './earlier-changes';
export {
  type CapacityRequest,
  NO_RESOURCES,
  type ResourceCalendar,
  type ResourceNeed,
  ResourceChoice,
  satisfies,
} from './resources';
export type { SessionClaim } from './sessions';
export type { ProviderCalendar, ServiceRules } from './situation';
export {
  type DaySlots,
  type Slot,
  type SlotOptions,
  SlotFinder,
  firstSlots,
  slotsBetween,
  slotsOn,
} from './slots';
export { NO_TEAM, TeamChoice, type TeamNeed, type TeamRequest } from './teams';
export {
  type Placement,
  type ExactCandidate,
  REASONS,
  type Reason,
  TAKEN_REASONS,
  type TakenReason,
  type Verdict,
  placementOf,
  verdict,
} from './verdict';
export {
  type BusinessHours,
  NO_BOUNDS,
  type PlaceHours,
  type ScheduleEntry,
  type WeeklyHours,
  hoursOfPlace,
  weeklyHours,
} from './weekly-hours';
export type { WorkInterval, WorkStretch } from './work-stretch';
export { type PlaceSpecialHours, type SpecialDates, specialDates } from './special-dates';
export { NO_SPECIAL_HOURS, type SpecialHours } from './working-hours';
export type { Classes, TimetableEntry } from './timetable';
export { type WorkedDay, workedDays, workingTime } from './working-time';
export { Workload } from './workload';
