import type { Given } from './calendars';

/** A unit that is not decided yet, and all who could take it by now. */
interface Open<Gift extends Given> {
  readonly size: number;
  readonly options: readonly Gift[];
}

/** At most how many appointments can be given, and one way to do so if nothing but the limits per day were in the way. */
export interface Bound<Gift extends Given> {
  readonly most: number;
  readonly chosen: ReadonlySet<Gift>;
}

/**
 * A matching of units with what the limits per day leave. Units are added from the largest to the smallest along augmenting paths, which
 * keeps those that it has, so the sum of their sizes is the highest possible.
 * @param leftOf how many units may still be given towards the limit of an option; Infinity: no limit is in the way
 */
export function boundOf<Gift extends Given>(
  open: readonly Open<Gift>[],
  leftOf: (option: Gift) => number,
): Bound<Gift> {
  const matching = new LimitMatching(leftOf);
  const added = open.toSorted((a, b) => b.size - a.size).filter((unit) => matching.add(unit));
  return { most: added.reduce((sum, { size }) => sum + size, 0), chosen: matching.chosen };
}

class LimitMatching<Gift extends Given> {
  private readonly choices = new Map<Open<Gift>, Gift>();
  private readonly counted = new Map<string, Set<Open<Gift>>>();

  constructor(private readonly leftOf: (option: Gift) => number) {}

  get chosen(): ReadonlySet<Gift> {
    return new Set(this.choices.values());
  }

  /** @param seen the limits that were tried for it */
  add(unit: Open<Gift>, seen = new Set<string>()): boolean {
    return unit.options.some((option) => this.choose(unit, option, seen));
  }

  private choose(unit: Open<Gift>, option: Gift, seen: Set<string>): boolean {
    const left = this.leftOf(option);
    const key = option.limit?.key;
    if (left === Infinity || key === undefined) return this.set(unit, option);
    if (seen.has(key)) return false;
    seen.add(key);
    const counted = this.counted.get(key) ?? new Set();
    this.counted.set(key, counted);
    const leaving = counted.size < left ? undefined : [...counted].find((other) => this.add(other, seen));
    if (counted.size >= left && leaving === undefined) return false;
    if (leaving !== undefined) counted.delete(leaving);
    counted.add(unit);
    return this.set(unit, option);
  }

  private set(unit: Open<Gift>, option: Gift): boolean {
    this.choices.set(unit, option);
    return true;
  }
}
