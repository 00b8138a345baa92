import { Clock } from '../../src/platform/clock';

/** The time at which every test starts: a Friday, so that the next Monday is 2026-11-23. */
export const START = '2026-11-20T08:00:00Z';

/** A clock that stands still until a test sets it. */
export class SettableClock extends Clock {
  private instant = Date.parse(START);
  private passedMs = 0;

  now(): number {
    return this.instant;
  }

  monotonic(): number {
    return this.passedMs;
  }

  /** Sets the wall clock, as an operator does: the monotonic clock stays. */
  set(instant: string): void {
    this.instant = Date.parse(instant);
  }

  advance(ms: number): void {
    this.instant += ms;
    this.passedMs += ms;
  }
}
