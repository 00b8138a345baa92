/** `FAULTS=long` runs more clients for longer. The short form is quick enough for every change. */
const isLong = process.env['FAULTS'] === 'long';

export const SCALE = {
  isLong,
  clients: isLong ? 24 : 8,
  /** How long the load runs before and after each fault. */
  loadMs: isLong ? 8_000 : 1_000,
  /** How many times the fault happens. */
  repetitions: isLong ? 5 : 2,
};

/** The service must accept bookings again within this time after a fault ends. */
export const RESUME_LIMIT_MS = 5_000;

/**
 * The slowest answer that is allowed: 5 s for a connection, 15 s for a statement or 20 s of a silent server, and 10 s because
 * everything runs on one machine.
 */
export const ANSWER_LIMIT_MS = 35_000;

/** A request without an answer after this time counts as hanging. */
export const HANG_LIMIT_MS = 60_000;
