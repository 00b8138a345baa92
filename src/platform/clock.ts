/** Where the time comes from. Services read it once, at the top of a method; tests set it. */
export abstract class Clock {
  /** Now, in epoch milliseconds. */
  abstract now(): number;

  /** Milliseconds since a fixed moment. For durations: this clock is never set back. */
  abstract monotonic(): number;
}

/** The clock of the machine. */
export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }

  monotonic(): number {
    return performance.now();
  }
}
