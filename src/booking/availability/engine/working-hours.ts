import { WEEKDAYS, type Weekday } from '../../../platform/time/weekdays';
import type { LocalStretch } from '../../../platform/time/local-stretch';
import { type Rotation, rotationOf } from '../../../platform/time/rotation';
import { intersect, type Interval, subtract, unite } from '../../../platform/time/interval';
import { FIRST_DAY, LAST_DAY, weekdayOf } from '../../../platform/time/local-date';
import { DAY_MIN, MINUTE_MS } from '../../../platform/time/units';
import { resolve, steadyMidnight } from '../../../platform/time/zones/wall-clock';

/** One shift of a provider's week. Several on one day are a split shift. */
export interface ScheduleEntry extends LocalStretch, Rotation {
  readonly day: Weekday;
  readonly breaks: readonly LocalStretch[];
}

/** The window that bounds every provider, and the working weekdays of providers without a schedule of their own. */
export interface BusinessHours extends LocalStretch {
  readonly days: readonly Weekday[];
}

/** The stretches of a day since 1970-01-01 by the schedule alone: sorted, apart from each other, and inside the business window. */
export type WeeklyHours = (day: number) => readonly LocalStretch[];

/** The stretches of the dates that differ from the week, by day since 1970-01-01. */
export type SpecialHours = ReadonlyMap<number, readonly LocalStretch[]>;

export const NO_SPECIAL_HOURS: SpecialHours = new Map();
const CLOSED: readonly LocalStretch[] = [];

/** The provider's own schedule, or else (`null` or empty) the business's weekdays, cut to the business window. */
export function weeklyHours(schedule: readonly ScheduleEntry[] | null, business: BusinessHours): WeeklyHours {
  const { startMin, endMin, days } = business;
  const week = WEEKDAYS.map((name): WeeklyHours => {
    if (schedule !== null && schedule.length > 0)
      return hoursOfWeekday(
        schedule.filter(({ day }) => day === name),
        business,
      );
    const stretches = days.includes(name) ? [{ startMin, endMin }] : CLOSED;
    return () => stretches;
  });
  return (day) => week[weekdayOf(day)]?.(day) ?? CLOSED;
}

/** Of a weekday: so that a schedule takes no more memory the more dates are looked at. */
const MAX_COMBINATIONS = 100;

/** Most entries hold in every week. Those of a roster are joined once for each combination that holds together. */
function hoursOfWeekday(entries: readonly ScheduleEntry[], window: LocalStretch): WeeklyHours {
  const always = stretchesOf(entries, window);
  if (entries.every(({ from, until }) => from === undefined && until === undefined)) return () => always;
  const rotations = entries.map(rotationOf);
  const known = new Map<string, readonly LocalStretch[]>();
  return (day) => {
    const held = rotations.map((holds) => (holds(day) ? 1 : 0));
    const name = held.join('');
    let stretches = known.get(name);
    if (stretches === undefined) {
      if (known.size >= MAX_COMBINATIONS) known.clear();
      stretches = stretchesOf(
        entries.filter((_, index) => held[index] === 1),
        window,
      );
      known.set(name, stretches);
    }
    return stretches;
  };
}

/**
 * The hours of a provider on the dates that differ from its week. Those of the business take the place of its window and weekday;
 * the provider's own take the place of all, and nothing bounds them.
 * @param schedule what the provider works in an ordinary week before the window of the business; null: what the business works
 */
export function specialHours(
  schedule: WeeklyHours | null,
  ofBusiness: SpecialHours,
  own: SpecialHours,
): SpecialHours {
  const inBusiness = [...ofBusiness].map(([day, stretches]) => {
    const open = unite(stretches.map(asInterval));
    const worked = schedule?.(day).map(asInterval);
    return [day, (worked === undefined ? open : intersect(worked, open)).map(asStretch)] as const;
  });
  const unbounded = [...own].map(
    ([day, stretches]) => [day, unite(stretches.map(asInterval)).map(asStretch)] as const,
  );
  return new Map([...inBusiness, ...unbounded]);
}

/** The hours of a local day on its wall clock; none outside 1970 to 2199. */
export function localHoursOn(
  day: number,
  weekly: WeeklyHours,
  special: SpecialHours,
): readonly LocalStretch[] {
  return day < FIRST_DAY || day > LAST_DAY ? CLOSED : (special.get(day) ?? weekly(day));
}

/**
 * The instants that the hours cover on a local day, before closures and time off; none outside 1970 to 2199.
 * A boundary that the clock skips moves to the end of the gap; of two equal times a boundary means the first.
 * @param midnight that of a steady day, see `steadyMidnight`
 */
export function hoursOn(
  day: number,
  zone: string,
  weekly: WeeklyHours,
  special: SpecialHours = NO_SPECIAL_HOURS,
  midnight = steadyMidnight(day, zone),
): readonly Interval[] {
  const stretches = localHoursOn(day, weekly, special);
  if (midnight !== undefined) return onSteadyDay(midnight, stretches);
  const onClock = ({ startMin, endMin }: LocalStretch): Interval => ({
    start: resolve(day, startMin, zone).instant,
    end: resolve(day, endMin, zone).instant,
  });
  return unite(stretches.map(onClock).filter(({ start, end }) => start < end));
}

function onSteadyDay(midnight: number, stretches: readonly LocalStretch[]): readonly Interval[] {
  return stretches.map(({ startMin, endMin }) => ({
    start: midnight + startMin * MINUTE_MS,
    end: midnight + endMin * MINUTE_MS,
  }));
}

function stretchesOf(entries: readonly ScheduleEntry[], window: LocalStretch): readonly LocalStretch[] {
  const shifts = entries.map(asInterval);
  const breaks = entries.flatMap((entry) => entry.breaks).map(asInterval);
  const outside = [
    { start: 0, end: window.startMin },
    { start: window.endMin, end: DAY_MIN },
  ];
  const worked = subtract(unite(shifts), unite([...breaks, ...outside]));
  return worked.map(asStretch);
}

/** The same stretch as an interval, so that `unite` and `subtract` can be used. */
function asInterval({ startMin, endMin }: LocalStretch): Interval {
  return { start: startMin, end: endMin };
}

function asStretch({ start, end }: Interval): LocalStretch {
  return { startMin: start, endMin: end };
}
