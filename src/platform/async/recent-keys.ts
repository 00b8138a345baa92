import type { Clock } from '../clock';

/** Remembers keys for a short time, the latest ones only. */
export class RecentKeys {
  /** Until when, on the monotonic clock; the key that has been known for longest comes first. */
  private readonly knownUntil = new Map<string, number>();

  /** @param forMs how long a key is remembered, in ms @param most how many keys */
  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly forMs: number,
    private readonly most: number,
  ) {}

  has(key: string): boolean {
    return (this.knownUntil.get(key) ?? -Infinity) > this.clock.monotonic();
  }

  add(key: string): void {
    this.knownUntil.delete(key);
    const [oldest] = this.knownUntil.keys();
    if (oldest !== undefined && this.knownUntil.size >= this.most) this.knownUntil.delete(oldest);
    this.knownUntil.set(key, this.clock.monotonic() + this.forMs);
  }
}
