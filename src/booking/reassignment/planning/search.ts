import { type Bound, boundOf } from './bound';
import type { Given } from './calendars';
import type { Options } from './options';
import type { Bundle, PlannedAppointment, Unit } from './units';

/** The order in which the options of a unit are tried. */
export type Order<Appointment extends PlannedAppointment, Gift extends Given<Appointment>> = (
  unit: Unit<Appointment>,
  options: readonly Gift[],
  before: readonly Gift[],
) => readonly Gift[];

/** Finds what can be given of some bundles that may be in each other's way. */
export class Search<Appointment extends PlannedAppointment, Gift extends Given<Appointment>> {
  constructor(private readonly options: Options<Appointment, Gift>) {}

  /** What is given when as many appointments as possible are. When the search takes too long: as many as it has found by then. */
  most(bundles: readonly Bundle<Appointment>[]): readonly Gift[] {
    const first = this.firstFit(bundles);
    for (let goal = this.bound(bundles, []).most; goal > sizeOf(first); goal--) {
      const found = this.reaching(goal, bundles, []);
      if (found !== undefined) return found;
    }
    return first;
  }

  /**
   * What is given of some bundles so that it makes up a number of appointments; undefined: that is not possible, or was not found in time.
   * @param before what is given already
   */
  reaching(
    goal: number,
    bundles: readonly Bundle<Appointment>[],
    before: readonly Gift[],
  ): readonly Gift[] | undefined {
    if (goal <= 0) return [];
    const { most, chosen } = this.bound(bundles, before);
    const [first, ...others] = bundles;
    if (most < goal || first === undefined || this.options.areExhausted) return undefined;
    const matchedFirst = (_unit: Unit<Appointment>, options: readonly Gift[]) =>
      options.toSorted((a, b) => Number(chosen.has(b)) - Number(chosen.has(a)));
    for (const gifts of this.waysOf(first, before, matchedFirst)) {
      const found = this.reaching(goal - first.size, others, [...before, ...gifts]);
      if (found !== undefined) return [...gifts, ...found];
    }
    return this.reaching(goal, others, before);
  }

  /** All ways to give a whole bundle: first those to one provider. */
  *waysOf(
    { units }: Bundle<Appointment>,
    before: readonly Gift[],
    order: Order<Appointment, Gift>,
  ): Generator<readonly Gift[]> {
    const [first, ...others] = units;
    if (others.length > 0)
      for (const { providerId } of order(first, this.options.after(first, before), before)) {
        const whole = this.withOne(units, providerId, before);
        if (whole !== undefined) yield whole;
      }
    for (const gifts of this.combined(units, before, order))
      if (others.length === 0 || gifts.some(({ providerId }) => providerId !== gifts[0]?.providerId))
        yield gifts;
  }

  /** What one provider takes of some units: all of them; undefined: that is not possible. */
  withOne(
    units: readonly Unit<Appointment>[],
    providerId: number,
    before: readonly Gift[],
  ): readonly Gift[] | undefined {
    const gifts: Gift[] = [];
    for (const unit of units) {
      const gift = this.options
        .after(unit, [...before, ...gifts])
        .find((option) => option.providerId === providerId);
      if (gift === undefined) return undefined;
      gifts.push(gift);
    }
    return gifts;
  }

  private *combined(
    [unit, ...others]: readonly Unit<Appointment>[],
    before: readonly Gift[],
    order: Order<Appointment, Gift>,
  ): Generator<readonly Gift[]> {
    if (unit === undefined) {
      yield [];
      return;
    }
    for (const gift of order(unit, this.options.after(unit, before), before))
      for (const rest of this.combined(others, [...before, gift], order)) yield [gift, ...rest];
  }

  private firstFit(bundles: readonly Bundle<Appointment>[]): readonly Gift[] {
    let given: readonly Gift[] = [];
    const asListed = (_unit: Unit<Appointment>, options: readonly Gift[]) => options;
    for (const bundle of bundles) {
      const [gifts = []] = this.waysOf(bundle, given, asListed);
      given = [...given, ...gifts];
    }
    return given;
  }

  private bound(bundles: readonly Bundle<Appointment>[], before: readonly Gift[]): Bound<Gift> {
    const open = bundles.flatMap(({ units }) => {
      const each = units.map((unit) => ({
        size: unit.appointments.length,
        options: this.options.after(unit, before),
      }));
      return each.every(({ options }) => options.length > 0) ? each : [];
    });
    return boundOf(open, (option) => this.leftOf(option, before));
  }

  private leftOf(option: Gift, before: readonly Gift[]): number {
    const { limit } = option;
    if (limit === undefined || !this.options.mayReach(option)) return Infinity;
    return limit.left - before.filter((each) => each.limit?.key === limit.key).length;
  }
}

/** How many appointments are given. */
export function sizeOf(given: readonly Given[]): number {
  return given.reduce((sum, { unit }) => sum + unit.appointments.length, 0);
}
