/** Where the time comes from. Services ask it once, at the top of a verb; tests set it. */
export abstract class Clock {
  /** Now, in epoch milliseconds. */
  abstract now(): number;
}

/** The clock of the machine. */
export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}
