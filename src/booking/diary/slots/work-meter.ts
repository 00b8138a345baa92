import { setImmediate as nextTurn } from 'node:timers/promises';

/** Days and starts that are examined before other requests get a turn: about two milliseconds. */
const UNITS_PER_TURN = 5_000;

/** Measures the work of one answer in days and starts examined, and lets other requests run in between. */
export class WorkMeter {
  total = 0;
  private sinceTurn = 0;

  /** Counts work. @returns a promise to wait for before going on, when other requests are due */
  add(units: number): Promise<void> | undefined {
    this.total += units;
    this.sinceTurn += units;
    if (this.sinceTurn < UNITS_PER_TURN) return undefined;
    this.sinceTurn = 0;
    return nextTurn();
  }
}
