import { ConcurrencyLimit } from '../async/concurrency-limit';
import { isLockTimeout } from './sqlstate';

/** How long a transaction waits for a lock, in ms, that began while half of the connections had transactions. Most locks are held for less. */
const BRIEF_MS = 50;
/** How long one waits that began while fewer had. */
const LONG_MS = 4_000;
/** How long one waits each time when its turn comes again: briefly, so that none waits behind what a session holds for seconds. */
const TURNS_MS = [1_000, 1_000, 1_000, 1_000];
const QUEUE = { waiting: 100, patienceMs: 8_000, refusal: 'The database is too busy; try again shortly' };

/**
 * Bounds the connections on which transactions wait for locks to half of all, so that reads and other writes go on. A transaction beyond
 * them that meets a held lock gives its connection back, and begins anew when its turn comes.
 */
export class LockWaits {
  private readonly queue: ConcurrencyLimit;

  /** @param pooled the number of connections for transactions */
  constructor(pooled: number) {
    this.queue = new ConcurrencyLimit({ ...QUEUE, running: Math.max(1, Math.floor(pooled / 2)) });
  }

  /**
   * @param attempt runs the transaction, which waits for each lock for so many ms
   * @throws UnavailableError when too many wait, or this one has waited too long for its turn; what says that a lock was not free in time
   */
  async run<T>(attempt: (patienceMs: number) => Promise<T>): Promise<T> {
    const first = this.queue.isFull ? () => attempt(BRIEF_MS) : () => this.queue.run(() => attempt(LONG_MS));
    const turns = TURNS_MS.map((patienceMs) => () => this.queue.run(() => attempt(patienceMs)));
    let fault: unknown;
    for (const turn of [first, ...turns]) {
      try {
        return await turn();
      } catch (error) {
        if (!isLockTimeout(error)) throw error;
        fault = error;
      }
    }
    throw fault;
  }
}
