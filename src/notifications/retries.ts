const MINUTE_MS = 60_000;
const FIRST_DELAY_MS = MINUTE_MS / 2;
const LONGEST_DELAY_MS = 240 * MINUTE_MS;

/** How often a message is tried, over about twelve hours. */
export const MAX_ATTEMPTS = 12;

/** How long to wait after the n-th attempt, in ms: half a minute, twice as long each time, four hours at most. */
export function retryDelayMs(attempt: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
}
