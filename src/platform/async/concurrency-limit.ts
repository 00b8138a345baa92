import { UnavailableError } from '../errors/errors';

export interface ConcurrencyLimitOptions {
  /** The number of tasks that run at a time. */
  readonly running: number;
  /** The number of tasks that may wait. */
  readonly waiting: number;
  /** How long a task waits, in ms. */
  readonly patienceMs: number;
  /** The message for a task that is refused. */
  readonly refusal: string;
}

/** Bounds the number of tasks that run at a time. Further tasks wait their turn, a bounded number for a bounded time. */
export class ConcurrencyLimit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: ConcurrencyLimitOptions) {}

  /** Whether a further task would wait. */
  get isFull(): boolean {
    return this.running >= this.options.running;
  }

  /** @throws UnavailableError when too many tasks wait, and when this one has waited too long; it does not run then */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.running < this.options.running) this.running++;
    else await this.waitForTurn();
    try {
      return await task();
    } finally {
      this.passOn();
    }
  }

  private waitForTurn(): Promise<void> {
    const { waiting, patienceMs, refusal } = this.options;
    if (this.waiting.length >= waiting) throw new UnavailableError(refusal);
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(start), 1);
        reject(new UnavailableError(refusal));
      }, patienceMs);
      this.waiting.push(start);
    });
  }

  /** The place of a task that has ended goes to the one that has waited longest. */
  private passOn(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running--;
    else next();
  }
}
