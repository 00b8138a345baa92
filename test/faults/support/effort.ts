/** `FAULTS=long` has storms that last, with more clients; without it the suite is quick enough for every change. */
const isLong = process.env['FAULTS'] === 'long';

export const EFFORT = {
  isLong,
  clients: isLong ? 24 : 8,
  /** How long a storm blows before, and again after, something happens to it, in ms. */
  storm: isLong ? 8_000 : 1_000,
  /** How often it happens. */
  blows: isLong ? 5 : 2,
};

/** What the issue promises: how long the service takes to resume by itself, in ms. */
export const RESUMES_WITHIN = 5_000;

/**
 * The longest that an answer may take, in ms: 5 s for a free connection, 15 s for a statement or 20 s of silence, and 10 s
 * for a machine on which everything runs at once.
 */
export const SLOWEST_ANSWER = 35_000;

/** Only ends what hangs, in ms. */
export const PATIENCE = 60_000;
