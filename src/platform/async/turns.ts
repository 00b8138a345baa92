import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Gives those who ask one turn of the event loop each, one after the other, so that everything else gets its turn between two of them. For
 * work that takes some milliseconds at once and may be asked for many times at the same moment.
 */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  next(): Promise<unknown> {
    const turn = this.last;
    this.last = turn.then(() => nextTurn());
    return turn;
  }
}
