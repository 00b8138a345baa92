/**
 * How often a message is tried, over eight to sixteen hours: pg-boss waits 14 to 28 seconds after the first attempt, and twice as
 * long after each (migrations/1790000005000-messages.ts).
 */
export const MAX_ATTEMPTS = 12;
