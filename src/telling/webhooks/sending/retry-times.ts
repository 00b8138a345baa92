import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/time/units';

/** How long after each failed attempt the next one follows. After the last delay there is no further attempt. */
const DELAYS_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** A webhook whose attempts all fail for so long is deactivated. */
export const MOST_FAILING_MS = 5 * DAY_MS;

/** When a delivery is tried again. @param failed how many attempts have failed @returns undefined: not at all */
export function nextAttempt(failed: number, now: number): Date | undefined {
  const delay = DELAYS_MS[failed - 1];
  return delay === undefined ? undefined : new Date(now + delay);
}
