import type { Interval } from '../../platform/time/interval';
import { isLocal, type PeriodText, resolvePeriod } from '../../platform/time/period';

/** The columns of a closure or of time off that say when it is. */
export interface GivenPeriod {
  readonly startAt: Date;
  readonly endAt: Date;
  /** The date or the local time that was given; null: an instant. New zone rules move the end that has one. */
  readonly givenStart: string | null;
  readonly givenEnd: string | null;
  /** The zone in which it was read; an IANA name. */
  readonly givenZone: string;
}

/** @throws ValidationError when nothing lies between start and end */
export function givenPeriod({ start, end }: PeriodText, zone: string): GivenPeriod {
  const period = resolvePeriod({ start, end }, zone);
  return {
    startAt: new Date(period.start),
    endAt: new Date(period.end),
    givenStart: isLocal(start) ? start : null,
    givenEnd: isLocal(end) ? end : null,
    givenZone: zone,
  };
}

/** In epoch ms. */
export function intervalOf({ startAt, endAt }: GivenPeriod): Interval {
  return { start: startAt.getTime(), end: endAt.getTime() };
}
