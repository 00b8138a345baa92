import { Random } from '../../../bench/load/random';

/** Random numbers, and what is chosen by them: the same seed gives the same choices. */
export class Dice extends Random {
  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Of an empty list, nothing. */
  override pick<T>(values: readonly T[]): T {
    return values[this.between(0, values.length - 1)] as T;
  }

  /** In an order of chance. */
  shuffled<T>(values: readonly T[]): T[] {
    const left = [...values];
    return values.flatMap(() => left.splice(this.between(0, left.length - 1), 1));
  }

  some<T>(values: readonly T[], share: number): T[] {
    return values.filter(() => this.chance(share));
  }

  /** The members, or in most cases nothing. */
  perhaps<T extends object>(share: number, members: () => T): T | Record<string, never> {
    return this.chance(share) ? members() : {};
  }

  times<T>(least: number, most: number, make: (index: number) => T): T[] {
    return Array.from({ length: this.between(least, most) }, (_, index) => make(index));
  }
}
