import { FIRST_DAY, getDay, LAST_DAY, weekdayOf } from './local-date';

/** The most weeks after which a rotation begins again. */
export const MAX_EVERY_WEEKS = 8;
/** The most weeks after which two rotations begin together again: the least common multiple of 7 and 8, as both have at most 8 weeks. */
const WEEKS_OF_TWO_ROTATIONS = 56;

/** In which weeks an entry of a weekly schedule holds. Dates are `YYYY-MM-DD`. */
export interface Rotation {
  /** 1 to 8; absent: every week. More than 1 needs `from`. */
  readonly everyWeeks?: number;
  /** The first date; its week (ISO 8601) is the first one of the rotation. */
  readonly from?: string;
  /** The last date. */
  readonly until?: string;
}

/** Whether an entry holds in the week of a day, within its dates. @param day since 1970-01-01 */
export function rotationOf({ everyWeeks = 1, from, until }: Rotation): (day: number) => boolean {
  const first = from === undefined ? FIRST_DAY : getDay(from);
  const last = until === undefined ? LAST_DAY : getDay(until);
  const firstWeek = weekOf(first);
  return (day) => day >= first && day <= last && (weekOf(day) - firstWeek) % everyWeeks === 0;
}

/**
 * Whether there is a date of a weekday on which one holds, and the other so many days later.
 * @param weekday 0 (Monday) to 6 @param daysLater may be negative
 */
export function rotationsMeet(a: Rotation, b: Rotation, weekday: number, daysLater = 0): boolean {
  return firstMeeting(a, b, weekday, daysLater) !== undefined;
}

/** The first such date (days since 1970-01-01), from `since` on; undefined: there is none. */
export function firstMeeting(
  a: Rotation,
  b: Rotation,
  weekday: number,
  daysLater: number,
  since = FIRST_DAY,
): number | undefined {
  const [holdsA, holdsB] = [rotationOf(a), rotationOf(b)];
  const firstOf = ({ from }: Rotation) => (from === undefined ? FIRST_DAY : getDay(from));
  const first = Math.max(firstOf(a), firstOf(b) - daysLater, since);
  const day = first + ((weekday - weekdayOf(first) + 7) % 7);
  return Array.from({ length: WEEKS_OF_TWO_ROTATIONS }, (_, week) => day + week * 7).find(
    (date) => holdsA(date) && holdsB(date + daysLater),
  );
}

/** The number of the week (ISO 8601) of a day, counted from that of 1970-01-01. */
function weekOf(day: number): number {
  return Math.floor((day + 3) / 7);
}
