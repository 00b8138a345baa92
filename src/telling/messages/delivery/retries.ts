/**
 * How many attempts a message gets within eight to sixteen hours. pg-boss waits 14 to 28 seconds after the first attempt, and
 * twice as long after each further one; the migration that creates the queue sets these delays.
 */
export const MAX_ATTEMPTS = 12;
