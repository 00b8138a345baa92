import { WEEKDAYS } from '../../platform/time/weekdays';
import type { BusinessDay } from './business-days';
import type { Tally } from './utilisation';

const SUMS = [
  'appointments',
  'noShows',
  'byCustomer',
  'byBusiness',
  'expired',
  'bookedCents',
  'paidCents',
  'bookedMs',
] as const satisfies readonly (keyof Tally)[];

const NOTHING = Object.fromEntries(SUMS.map((name) => [name, 0])) as Pick<Tally, (typeof SUMS)[number]>;

/** The number of a weekday in schedules: Sunday is 0. @param weekday Monday is 0 */
export function dayNumberOf(weekday: number): number {
  return (weekday + 1) % 7;
}

/** The tallies of days as those of weekdays, Monday first. @param days whose numbers, from 1 on, are the ids of the tallies */
export function weekdayTallies(tallies: readonly Tally[], days: readonly BusinessDay[]): readonly Tally[] {
  return WEEKDAYS.map((name, weekday) => {
    const own = tallies.filter(({ id }) => days[(id ?? 0) - 1]?.weekday === weekday);
    return { id: dayNumberOf(weekday), name, ...own.reduce(add, NOTHING) };
  });
}

function add(some: typeof NOTHING, others: typeof NOTHING): typeof NOTHING {
  return Object.fromEntries(SUMS.map((name) => [name, some[name] + others[name]])) as typeof NOTHING;
}
