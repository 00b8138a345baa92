import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Gives each caller a turn of the event loop of its own, so that all other work of the process gets its turn between two callers. For work
 * that takes some milliseconds at once, and that many requests may need at the same moment.
 */
export class TurnQueue {
  private last: Promise<unknown> = Promise.resolve();

  next(): Promise<unknown> {
    const turn = this.last;
    this.last = turn.then(() => nextTurn());
    return turn;
  }
}
