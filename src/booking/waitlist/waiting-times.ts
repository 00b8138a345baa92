import { ValidationError } from '../../platform/errors/errors';
import { addDays, parseEndTime, parseTime } from '../../platform/time/local-date';
import { dayBounds, localDateOf } from '../../platform/time/zones/wall-clock';
import type { WaitlistCreate } from './dto/waitlist-entry.dto';

/** The most dates that an entry covers. */
const MAX_DAYS = 92;

/** The times of day and the end of the wait, in the form of the table. */
export interface WaitingTimes {
  /** Minutes since midnight. */
  readonly timeFromMin: number | null;
  readonly timeToMin: number | null;
  /** The end of the last date, in epoch ms. */
  readonly endsAt: number;
}

/** @param zone of the provider, or of the business @param now epoch ms @throws ValidationError of `to` or `timeTo` */
export function readWaitingTimes(
  { from, to, timeFrom, timeTo }: WaitlistCreate,
  zone: string,
  now: number,
): WaitingTimes {
  const timeFromMin = timeFrom == null ? null : (parseTime(timeFrom) ?? null);
  const timeToMin = timeTo == null ? null : (parseEndTime(timeTo) ?? null);
  const isUpsideDown = timeFromMin !== null && timeToMin !== null && timeToMin <= timeFromMin;
  const faults = {
    ...faultOfDates(from, to, localDateOf(now, zone)),
    ...(isUpsideDown && { timeTo: 'must be later than timeFrom' }),
  };
  if (Object.keys(faults).length > 0) throw new ValidationError(faults);
  return { timeFromMin, timeToMin, endsAt: dayBounds(to, zone).end };
}

function faultOfDates(from: string, to: string, today: string): Record<string, string> {
  if (to < from) return { to: 'must not be before from' };
  if (to >= addDays(from, MAX_DAYS)) return { to: `must be at most ${MAX_DAYS - 1} days after from` };
  return to < today ? { to: `must not be before today, ${today}` } : {};
}
