import { type Interval, subtract, unite } from '../../platform/time/interval';
import { FIRST_DAY, LAST_DAY, weekdayOf } from '../../platform/time/local-date';
import { type Rotation, rotationOf } from '../../platform/time/rotation';
import { MINUTE_MS } from '../../platform/time/units';
import { type Weekday, WEEKDAYS } from '../../platform/time/weekdays';
import { resolve, startOfDay } from '../../platform/time/zones/wall-clock';
import { type Buffers, occupied } from './busy';
import type { DateZones } from './date-zones';
import type { WorkInterval } from './work-stretch';

/** A class: when it starts in the weeks in which it holds, who gives it, and where. */
export interface TimetableEntry extends Rotation {
  readonly day: Weekday;
  /** Minutes since midnight. */
  readonly startMin: number;
  readonly providerId: number;
  /** Absent: it names no place. */
  readonly locationId?: number;
}

/** The classes of a service, with the duration and the buffers in force with one provider. */
export interface Classes extends Buffers {
  readonly durationMin: number;
  readonly timetable: readonly TimetableEntry[];
}

/** Whose classes they are, and when there are none. */
export interface Teacher {
  readonly providerId: number;
  /** The days on which special hours leave no time at all. */
  readonly daysOff?: ReadonlySet<number> | undefined;
  /** By the id of a location, the days on which its special hours leave no time. */
  readonly daysOffAt?: ReadonlyMap<number, ReadonlySet<number>> | undefined;
  /** The days of special hours of the provider: those of a location do not count. */
  readonly ownDates?: ReadonlySet<number> | undefined;
  /** The classes that take the provider from other work. */
  readonly classes?: readonly Classes[] | undefined;
}

const NO_CLASSES: readonly WorkInterval[] = [];

/** A date on the clock of a place in another zone has classes of these days of the provider. */
const NEAR = [-2, -1, 0, 1, 2] as const;

/** When one provider gives the classes of one service, by local days. */
export class Timetable {
  private readonly durationMs: number;
  private readonly week: readonly (readonly (readonly [TimetableEntry, (day: number) => boolean])[])[];

  constructor(
    { durationMin, timetable }: Pick<Classes, 'durationMin' | 'timetable'>,
    private readonly teacher: Teacher,
    /** Those of the teacher: wherever a class is booked, it is at one instant. */
    private readonly zones: DateZones,
    /** On which the days are read; undefined: the same. */
    private readonly asked?: DateZones,
  ) {
    this.durationMs = durationMin * MINUTE_MS;
    const own = timetable.filter(({ providerId }) => providerId === teacher.providerId);
    this.week = WEEKDAYS.map((name) =>
      own
        .filter(({ day }) => day === name)
        .sort((a, b) => a.startMin - b.startMin)
        .map((entry) => [entry, rotationOf(entry)]),
    );
  }

  /** The classes of a day, in the order of time. A start that the clock skips has none; of two equal times it is the first. */
  on(day: number): readonly WorkInterval[] {
    return this.near(day, (own) => this.onOwn(own));
  }

  /** Those that are held. @param place where a class that names none would be */
  heldOn(day: number, place?: number | null): readonly WorkInterval[] {
    return this.near(day, (own) => this.heldOnOwn(own, place, this.asked === undefined ? own : day));
  }

  /** @param of the classes of a day of the teacher */
  private near(day: number, of: (own: number) => readonly WorkInterval[]): readonly WorkInterval[] {
    if (this.asked === undefined) return of(day);
    const zone = this.asked.on(day);
    const [from, until] = [startOfDay(day, zone), startOfDay(day + 1, zone)];
    return NEAR.flatMap((days) => of(day + days)).filter(({ start }) => start >= from && start < until);
  }

  private onOwn(day: number): readonly WorkInterval[] {
    if (day < FIRST_DAY || day > LAST_DAY) return NO_CLASSES;
    const entries = this.week[weekdayOf(day)] ?? [];
    const zone = this.zones.on(day);
    return entries.flatMap(([{ startMin, locationId }, holds]) => {
      const { kind, instant: start } = resolve(day, startMin, zone);
      return kind === 'gap' || !holds(day) ? [] : [{ start, end: start + this.durationMs, locationId }];
    });
  }

  /** @param there the day on the clock of the place */
  private heldOnOwn(day: number, place: number | null | undefined, there: number): readonly WorkInterval[] {
    const { daysOff, daysOffAt, ownDates } = this.teacher;
    if (daysOff?.has(day) === true) return NO_CLASSES;
    const all = this.onOwn(day);
    if (daysOffAt === undefined || ownDates?.has(day) === true) return all;
    const isOffHere = daysOffAt.get(place ?? NaN)?.has(there) === true;
    return all.filter(({ locationId }) =>
      locationId === undefined ? !isOffHere : daysOffAt.get(locationId)?.has(day) !== true,
    );
  }
}

/** A class of three days, which is the longest with its buffers, reaches from so many days before into a day. */
const DAYS_BEFORE = 3;
/** With its buffer, one reaches into a day from the next day; from the one after that where its date is in a zone far ahead. */
const DAYS_AFTER = 2;

/** What is left of the hours of a local day beside the classes that take the provider from other work, buffers included. */
export function besideClasses(
  teacher: Teacher,
  zones: DateZones,
): (day: number, hours: readonly WorkInterval[]) => readonly WorkInterval[] {
  const { classes = [] } = teacher;
  if (classes.length === 0) return (_day, hours) => hours;
  const timetables = classes.map((each) => ({
    buffers: each,
    timetable: new Timetable(each, teacher, zones),
  }));
  const takenAround = (day: number): readonly Interval[] =>
    timetables.flatMap(({ buffers, timetable }) =>
      [...Array(DAYS_BEFORE + 1 + DAYS_AFTER).keys()]
        .flatMap((nth) => timetable.heldOn(day - DAYS_BEFORE + nth))
        .map((held) => occupied(buffers, held)),
    );
  return (day, hours) => {
    if (hours.length === 0) return hours;
    const taken = unite(takenAround(day));
    return hours.flatMap(({ locationId, ...stretch }) =>
      subtract([stretch], taken).map((left) => ({ ...left, locationId })),
    );
  };
}

/** Why a timetable does not allow a time at a place, or undefined. @param day of the start */
export function refusedByTimetable(
  timetable: Timetable,
  day: number,
  { start, end }: Interval,
  locationId: number | null | undefined,
): 'outside_working_hours' | 'not_at_location' | 'not_in_timetable' | undefined {
  const found = timetable.on(day).find((each) => each.start === start);
  if (found === undefined) return 'not_in_timetable';
  const isHeld = timetable.heldOn(day, locationId).some((each) => each.start === start);
  if (!isHeld || end > found.end) return 'outside_working_hours';
  return isAt(found, locationId) ? undefined : 'not_at_location';
}

/** Whether a class is at a place. Without one, it is. */
export function isAt({ locationId }: WorkInterval, place: number | null | undefined): boolean {
  return locationId === undefined || (place ?? locationId) === locationId;
}
