import { DAY_MS } from './units';

/** The instant before which nothing is kept; undefined when all is kept for good. @param days how long it is kept; 0 is for good */
export function retentionLimit(days: number, now: number): Date | undefined {
  return days === 0 ? undefined : new Date(now - days * DAY_MS);
}
