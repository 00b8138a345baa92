import { addDays } from '../../platform/time/local-date';
import type { LocalStretch } from '../../platform/time/local-stretch';
import { dayBounds, localDateOf } from '../../platform/time/zones/wall-clock';
import type { Interval } from '../../platform/time/interval';

/** A closure or a time off of whole days. */
export interface Absence extends Interval {
  readonly reason: string;
}

/** The hours of a date that differ from the week, of the business and of one provider. */
export interface SpecialDay {
  readonly date: string;
  readonly hours: readonly LocalStretch[];
  readonly note: string;
  readonly provider: string;
}

const SUNDAY = 0;
const MONDAY = 1;
const WEDNESDAY = 3;
const THURSDAY = 4;

/**
 * A closure of one day, a time off of two days for one provider, and one of a working week for a room, all in the next three weeks.
 */
export function demoAbsences(
  now: number,
  zone: string,
): {
  closure: Absence;
  timeOff: Absence & { readonly provider: string };
  maintenance: Absence & { readonly resource: string };
} {
  const today = localDateOf(now, zone);
  const training = nextWeekday(addDays(today, 9), WEDNESDAY);
  const trip = nextWeekday(addDays(today, 4), THURSDAY);
  const painting = nextWeekday(addDays(today, 1), MONDAY);
  return {
    closure: { ...dayBounds(training, zone), reason: 'Staff training' },
    timeOff: {
      start: dayBounds(trip, zone).start,
      end: dayBounds(addDays(trip, 1), zone).end,
      reason: 'Long weekend',
      provider: 'Jonas Weiß',
    },
    maintenance: {
      start: dayBounds(painting, zone).start,
      end: dayBounds(addDays(painting, 4), zone).end,
      reason: 'The walls are painted',
      resource: 'Treatment room 1',
    },
  };
}

/** The last Sunday before Christmas, on which the studio and one provider work. @param today `YYYY-MM-DD` */
export function demoSpecialDay(today: string): SpecialDay {
  const year = Number(today.slice(0, 4));
  const [date = ''] = [year, year + 1]
    .map((each) => nextWeekday(`${each}-12-18`, SUNDAY))
    .filter((sunday) => sunday >= today);
  return {
    date,
    hours: [{ startMin: 10 * 60, endMin: 16 * 60 }],
    note: 'The last Sunday before Christmas',
    provider: 'Jonas Weiß',
  };
}

/** The first such weekday (0 is Sunday) on a date or after it. */
function nextWeekday(date: string, weekday: number): string {
  return addDays(date, (weekday - new Date(date).getUTCDay() + 7) % 7);
}
