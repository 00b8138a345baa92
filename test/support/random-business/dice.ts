/** Chance that repeats itself: the same seed gives the same throws (mulberry32, public domain). */
export class Dice {
  constructor(private state: number) {}

  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** @param most is included */
  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.int(0, values.length - 1)] as T;
  }

  /** In an order of chance. */
  shuffled<T>(values: readonly T[]): T[] {
    const left = [...values];
    return values.flatMap(() => left.splice(this.int(0, left.length - 1), 1));
  }

  some<T>(values: readonly T[], share: number): T[] {
    return values.filter(() => this.chance(share));
  }

  /** The members, or in most cases nothing. */
  perhaps<T extends object>(share: number, members: () => T): T | Record<string, never> {
    return this.chance(share) ? members() : {};
  }

  times<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.int(least, most) }, (_, index) => make(index));
  }
}
