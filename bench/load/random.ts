/** Numbers that look random, the same ones for the same seed (the generator "mulberry32"). */
export class Random {
  constructor(private state: number) {}

  /** From 0 to just under 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError('nothing to choose from');
    return item;
  }

  /** One of the words, with the given probabilities, which add up to 1. */
  weighted<T extends string>(shares: Readonly<Record<T, number>>): T {
    const words = Object.keys(shares) as T[];
    let left = this.next();
    return words.find((word) => (left -= shares[word]) < 0) ?? this.pick(words);
  }
}
