import type { Clock } from '../clock';

/** Caches a costly answer for a short time. All callers of that time share it, or its failure. */
export class BriefCache<T> {
  private answer: Promise<T> | undefined;
  private freshUntil = 0;

  /** @param forMs how long an answer is kept, in ms after it was found */
  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly forMs: number,
    private readonly find: () => Promise<T>,
  ) {}

  get(): Promise<T> {
    if (this.answer === undefined || this.clock.monotonic() >= this.freshUntil) {
      this.freshUntil = Infinity;
      this.answer = this.find().finally(() => {
        this.freshUntil = this.clock.monotonic() + this.forMs;
      });
    }
    return this.answer;
  }
}
