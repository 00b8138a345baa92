import { type BookingWindow, type BookingWindowRules, bookingWindow } from './booking-window';
import { type BusyInterval, type Buffers, withoutAppointment } from './busy';
import { type Closure, ClosedTimes } from './closed-times';
import { firstEndingAfter, type Interval, overlapsAny, unite } from '../../platform/time/interval';
import { FIRST_DAY, LAST_DAY } from '../../platform/time/local-date';
import { MINUTE_MS } from '../../platform/time/units';
import { steadyMidnight } from '../../platform/time/zones/wall-clock';
import { type CalendarZones, type DateZones, zonesFor } from './date-zones';
import { type DayLimit, DayLimits } from './limits';
import { type LocalDay, LocalDays } from './local-days';
import { openTime } from './open-time';
import { type Session, type SessionClaim, firstStartingFrom, sessionsOf } from './sessions';
import { rulesAt, type SpecialDates } from './special-dates';
import { type Classes, refusedByTimetable, Timetable, type TimetableEntry } from './timetable';
import type { WeeklyHours } from './weekly-hours';
import type { WorkInterval, WorkStretch } from './work-stretch';
import { type SpecialHours, localHoursOn } from './working-hours';

/** The rules of a service that concern time. */
export interface ServiceRules extends Buffers, BookingWindowRules {
  /** Active and not deleted. */
  readonly isAvailable: boolean;
  readonly durationMin: number;
  /** Minutes between offered starts; null: the duration. */
  readonly slotIntervalMin: number | null;
  /** The seats of a session; 1: no other appointment shares it. */
  readonly capacity: number;
  /** The only starts; null or absent: it starts wherever it fits. */
  readonly timetable?: readonly TimetableEntry[] | null | undefined;
}

/** A provider's time, complete for the days and instants of the candidate. The lists may be in any order. */
export interface ProviderCalendar extends CalendarZones, SpecialDates {
  readonly providerId: number;
  /** Active. */
  readonly isAvailable: boolean;
  readonly offersService: boolean;
  readonly hours: WeeklyHours;
  /** What the provider works at a place that has hours of its own; they take the place of `hours` there. */
  readonly hoursOfPlace?: ((locationId: number) => WeeklyHours | undefined) | undefined;
  /** Those that the provider gives. Their times are no working time of a service without a timetable. */
  readonly classes?: readonly Classes[] | undefined;
  readonly closures: readonly Closure[];
  readonly timeOff: readonly Interval[];
  /** What is busy in other calendars of the provider. */
  readonly busyElsewhere: readonly Interval[];
  readonly busy: readonly BusyInterval[];
  /** The group sessions of the service; ignored when its capacity is 1. Their times are in `busy`, too. */
  readonly sessions: readonly SessionClaim[];
  /** How often the service and the provider may be booked on a date. Absent: as often as there is time. */
  readonly limits?: readonly DayLimit[] | undefined;
}

/** No appointment can join a session of one seat: it is taken time like any other. */
const NO_SESSIONS: readonly Session[] = [];
/** One service, one provider, one place or none, and one moment: everything that the rules look up, sorted and cached once. */
export class Situation {
  /** Of the dates on which the time of the request is read. */
  readonly zones: DateZones;
  readonly window: BookingWindow;
  readonly timeOff: readonly Interval[];
  readonly busyElsewhere: readonly Interval[];
  /** In the order of time. */
  readonly sessions: readonly Session[];
  /** When claims take the provider, as `unite` returns it. */
  readonly taken: readonly Interval[];
  /** Undefined: there are none. */
  readonly limits: DayLimits | undefined;
  private readonly closures: ClosedTimes;
  private readonly away: ClosedTimes;
  /** At the requested place. */
  private readonly weekly: WeeklyHours;
  private readonly special: SpecialHours;
  /** Of a service that starts at its timetable alone. */
  private readonly timetable: Timetable | undefined;
  private readonly days: LocalDays;
  private elsewhere: Situation | undefined;

  constructor(
    readonly now: number,
    readonly service: ServiceRules,
    readonly calendar: ProviderCalendar,
    private readonly excludeAppointmentId: number | undefined,
    /** Where it is to take place; null or undefined: where the hours say. */
    readonly locationId: number | null | undefined,
  ) {
    this.zones = zonesFor(calendar, locationId);
    this.window = bookingWindow(now, service, calendar.timeZone, this.zones);
    this.closures = new ClosedTimes(calendar.closures);
    this.timeOff = unite(calendar.timeOff);
    this.busyElsewhere = unite(calendar.busyElsewhere);
    this.taken = unite(withoutAppointment(calendar.busy, excludeAppointmentId));
    this.sessions =
      service.capacity === 1 ? NO_SESSIONS : sessionsOf(calendar.sessions, excludeAppointmentId);
    this.limits = calendar.limits && new DayLimits(calendar.limits, calendar, excludeAppointmentId);
    this.away = new ClosedTimes([...calendar.closures, ...this.timeOff]);
    const { hours, special } = rulesAt(calendar, locationId);
    this.weekly = hours;
    this.special = special;
    this.timetable = this.timetableOf(service);
    const here = special === calendar.special ? calendar : { ...calendar, special };
    this.days = new LocalDays(here, this.zones, this.weekly, this.timetable, locationId);
  }

  dayAt(number: number): LocalDay {
    return this.days.at(number);
  }

  /** The working time of a local day without closures and time off, in whole minutes. What is busy elsewhere lies in it, as claims do. */
  stretchesOn(day: number): readonly WorkInterval[] {
    return openTime(this.days.at(day).hours, (place) => this.away.at(this.locationId ?? place));
  }

  /**
   * Whether one claim covers each stretch of the hours of a local day, so that nothing can start on it; `false` means unknown. A search
   * skips most days of a full diary with this alone.
   */
  isCovered(day: number): boolean {
    if (this.sessions.length > 0) return false; // They can be joined.
    if (this.timetable !== undefined || (this.calendar.classes ?? []).length > 0) return false;
    const midnight = steadyMidnight(day, this.zones.on(day));
    if (midnight === undefined) return false;
    for (const stretch of localHoursOn(day, this.weekly, this.special)) {
      if (!this.isHere(stretch)) continue;
      const { startMin, endMin } = stretch;
      const claim = this.taken[firstEndingAfter(this.taken, midnight + startMin * MINUTE_MS)];
      if (claim === undefined || claim.start > midnight + startMin * MINUTE_MS) return false;
      if (claim.end < midnight + endMin * MINUTE_MS) return false;
    }
    return true;
  }

  /**
   * When the open time that reaches the end of a stretch of `day` stops. That is this end itself, or later when work goes on at the
   * same place through midnight, which no class does. Looks no further than `enough` after the end.
   */
  openUntil(day: number, { end, locationId }: WorkInterval, enough: number): number {
    if (this.timetable !== undefined || this.days.at(day).end !== end) return end;
    let until = end;
    for (let next = day + 1; until - end < enough; next++) {
      const local = this.days.at(next);
      if (local.start !== until) break;
      if (local.end === local.start) continue; // The zone skipped this date.
      const first = this.stretchesOn(next)[0];
      if (first?.start !== until || first.locationId !== locationId) break;
      until = first.end;
    }
    return until;
  }

  /** Whether a closure of the business meets a time, or one of the place where it would be. */
  isClosed(start: number, end: number): boolean {
    const place = this.closures.dependOnPlace ? this.placeOf(start, end) : undefined;
    return overlapsAny(this.closures.at(place), start, end);
  }

  /** Whether a time, buffers included, overlaps a claim of the provider. */
  isTaken(busy: Interval): boolean {
    return overlapsAny(this.taken, busy.start, busy.end);
  }

  sessionAt(start: number, end: number): Session | undefined {
    const session = this.sessions[firstStartingFrom(this.sessions, start)];
    return session?.first.start === start && session.first.end === end ? session : undefined;
  }

  /** The reason why the hours (closures and absences aside) do not allow a time at the requested place, or undefined. */
  refusedByHours(
    start: number,
    end: number,
  ): 'outside_working_hours' | 'not_at_location' | 'not_in_timetable' | undefined {
    if (this.timetable !== undefined)
      return refusedByTimetable(this.timetable, this.numberOf(start), { start, end }, this.locationId);
    if (this.covering(start, end) !== undefined) return undefined;
    if (typeof this.locationId !== 'number') return 'outside_working_hours';
    const named = this.atAnyPlace().covering(start, end)?.locationId;
    return (named ?? this.locationId) === this.locationId ? 'outside_working_hours' : 'not_at_location';
  }

  /** Where an appointment takes place: at the requested place, or else at that of the hours or the class. Null: they name none. */
  placeOf(start: number, end: number): number | null {
    if (this.timetable !== undefined) return this.locationId ?? this.classAt(start)?.locationId ?? null;
    return this.locationId ?? this.covering(start, end)?.locationId ?? null;
  }

  private timetableOf({ timetable, durationMin }: ServiceRules): Timetable | undefined {
    if (!timetable) return undefined;
    const { calendar, zones, locationId } = this;
    const asked = calendar.placeZones?.has(locationId ?? NaN) === true ? zones : undefined;
    return new Timetable({ timetable, durationMin }, calendar, zonesFor(calendar, undefined), asked);
  }

  private classAt(start: number): WorkInterval | undefined {
    return this.timetable?.heldOn(this.numberOf(start), this.locationId).find((each) => each.start === start);
  }

  /** The hours that cover `start` to `end` without a gap at one place. Hours that touch at midnight are one stretch. */
  private covering(start: number, end: number): WorkInterval | undefined {
    let reached = start;
    let found: WorkInterval | undefined;
    const last = this.zones.areOne ? -Infinity : this.zones.lastDayAt(start);
    let day = this.days.of(start);
    for (; day.start <= reached || day.number <= last; day = this.days.at(day.number + 1)) {
      if (day.number < FIRST_DAY || day.number > LAST_DAY) return undefined;
      for (const stretch of day.hours) {
        if (stretch.start > reached || reached >= stretch.end) continue;
        if (found !== undefined && found.locationId !== stretch.locationId) return undefined;
        found = stretch;
        reached = stretch.end;
        if (reached >= end) return found;
      }
    }
    return undefined;
  }

  private isHere({ locationId }: WorkStretch): boolean {
    return locationId === undefined || (this.locationId ?? locationId) === locationId;
  }

  /** The same without a place. */
  private atAnyPlace(): Situation {
    const { now, service, calendar, excludeAppointmentId } = this;
    this.elsewhere ??= new Situation(now, service, calendar, excludeAppointmentId, undefined);
    return this.elsewhere;
  }

  /** The local day of a start. */
  private numberOf(start: number): number {
    return this.zones.areOne ? this.days.of(start).number : this.zones.dayAt(start);
  }
}
