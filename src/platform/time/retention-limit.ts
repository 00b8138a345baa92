import { DAY_MS } from './units';

/**
 * What is older than this is no longer kept.
 * @param days how long it is kept; 0 is for good
 * @returns undefined when it is kept for good
 */
export function retentionLimit(days: number, now: number): Date | undefined {
  return days === 0 ? undefined : new Date(now - days * DAY_MS);
}
