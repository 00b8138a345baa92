import { weekdayOf } from './days';
import { ALMOST_FULL, OPEN } from './plan';

interface Stretch {
  readonly startMin: number;
  readonly endMin: number;
}

interface Shift extends Stretch {
  readonly breaks: readonly Stretch[];
}

/** A working day: its shifts, and eleven intervals of 45 minutes that an appointment may fill. */
export interface WorkingDay {
  readonly shifts: readonly Shift[];
  readonly cells: readonly number[];
}

export const CELL_MIN = 45;
export const CELLS_A_DAY = 11;

const NOON_BREAK: WorkingDay = day([shift('08:30', '17:45', ['12:15', '13:15'])], ['08:30', 5], ['13:15', 6]);
const DAYS: readonly WorkingDay[] = [
  NOON_BREAK,
  day([shift('08:00', '17:30', ['12:30', '13:15'])], ['08:00', 6], ['13:15', 5]),
  day([shift('09:00', '12:45'), shift('14:30', '19:00')], ['09:00', 5], ['14:30', 6]),
  day(
    [shift('09:00', '18:30', ['10:30', '10:45'], ['13:00', '14:00'])],
    ...([
      ['09:00', 2],
      ['10:45', 3],
      ['14:00', 6],
    ] as const),
  ),
];

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** The providers with a part in the measurements all have the same working day. */
function isPlain(providerId: number): boolean {
  return providerId === ALMOST_FULL || OPEN.includes(providerId);
}

export function workingDayOf(providerId: number): WorkingDay {
  return (isPlain(providerId) ? undefined : DAYS[providerId % DAYS.length]) ?? NOON_BREAK;
}

/** Monday to Friday; every fifth provider Tuesday to Saturday. */
export function worksOn(providerId: number, day: number): boolean {
  const first = !isPlain(providerId) && providerId % 5 === 0 ? 1 : 0;
  const weekday = weekdayOf(day);
  return weekday >= first && weekday < first + 5;
}

/** A week of time off every half year. */
export function isAway(providerId: number, week: number): boolean {
  return !isPlain(providerId) && (week + providerId) % 26 === 0;
}

/** The value of the column `schedule`. */
export function scheduleOf(providerId: number): readonly (Shift & { readonly day: string })[] {
  const { shifts } = workingDayOf(providerId);
  return WEEKDAYS.flatMap((name, weekday) =>
    // Day 4 was a Monday.
    worksOn(providerId, 4 + weekday) ? shifts.map((each) => ({ day: name, ...each })) : [],
  );
}

function day(
  shifts: readonly Shift[],
  ...runs: readonly (readonly [first: string, count: number])[]
): WorkingDay {
  const cells = runs.flatMap(([first, count]) =>
    Array.from({ length: count }, (_, index) => minutes(first) + index * CELL_MIN),
  );
  return { shifts, cells };
}

function shift(
  start: string,
  end: string,
  ...breaks: readonly (readonly [start: string, end: string])[]
): Shift {
  return { ...stretch(start, end), breaks: breaks.map((each) => stretch(...each)) };
}

function stretch(start: string, end: string): Stretch {
  return { startMin: minutes(start), endMin: minutes(end) };
}

function minutes(time: string): number {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  return hours * 60 + rest;
}
