import { Turns } from '../../../platform/turns';
import { byChoice, furthestReason, type Reason } from '../../engine';
import type { Calendars, Given } from './calendars';
import { componentsOf } from './components';
import { Options } from './options';
import { Search, sizeOf } from './search';
import type { Bundle, PlannedAppointment, Unit } from './units';

/** Who gets what, and why the rest stays. */
export interface Plan<Appointment extends PlannedAppointment, Gift extends Given<Appointment>> {
  readonly gifts: readonly Gift[];
  /** By the id of each appointment that no one takes. */
  readonly reasons: ReadonlyMap<number, Reason>;
}

/**
 * Gives the bundles of an absent provider to others. As many appointments as possible are given. Among the ways to do that: the bundles are
 * gone through in the order of time. A series goes to one provider where one takes all of it, a visit likewise. Each unit goes to the
 * provider with the fewest booked minutes of its date, counting what was just given, then the lowest id.
 *
 * Units that may be in each other's way are searched together, exactly. Choosing among overlapping times with limits is NP-hard, so the
 * search of a day that is tangled beyond `MOST_LOOKS` ends with the best that it has found.
 */
export function planOf<Appointment extends PlannedAppointment, Gift extends Given<Appointment>>(
  bundles: readonly Bundle<Appointment>[],
  calendars: Calendars<Appointment, Gift>,
): Promise<Plan<Appointment, Gift>> {
  return Planning.of(bundles, calendars);
}

/** Bundles that may be in each other's way, as far as they are decided. */
interface Component<Appointment extends PlannedAppointment, Gift> {
  readonly open: readonly Bundle<Appointment>[];
  readonly gifts: readonly Gift[];
  /** One way to give as many of the open ones as possible. */
  readonly way: readonly Gift[];
}

class Planning<Appointment extends PlannedAppointment, Gift extends Given<Appointment>> {
  private readonly search: Search<Appointment, Gift>;
  private readonly components: Component<Appointment, Gift>[] = [];
  private readonly partOf = new Map<Bundle<Appointment>, number>();
  private gifts: readonly Gift[] = [];

  private constructor(
    private readonly bundles: readonly Bundle<Appointment>[],
    private readonly calendars: Calendars<Appointment, Gift>,
    private readonly options: Options<Appointment, Gift>,
    private readonly turns: Turns,
  ) {
    this.search = new Search(options);
  }

  static async of<Appointment extends PlannedAppointment, Gift extends Given<Appointment>>(
    bundles: readonly Bundle<Appointment>[],
    calendars: Calendars<Appointment, Gift>,
  ): Promise<Plan<Appointment, Gift>> {
    const turns = new Turns();
    return new Planning(bundles, calendars, await Options.of(calendars, bundles, turns), turns).plan();
  }

  private async plan(): Promise<Plan<Appointment, Gift>> {
    for (const [part, open] of componentsOf(this.bundles, this.options).entries()) {
      await this.turns.pause();
      for (const bundle of open) this.partOf.set(bundle, part);
      this.components.push({ open, gifts: [], way: this.search.most(open) });
    }
    for (const bundle of this.bundles) {
      await this.turns.pause();
      if (!this.isOpen(bundle)) continue;
      const series = this.seriesOf(bundle);
      if (series.length > 1 && this.giveToOne(series)) continue;
      if (!this.giveAlone(bundle)) this.decide([bundle], []);
    }
    return { gifts: this.gifts, reasons: this.reasons() };
  }

  private isOpen(bundle: Bundle<Appointment>): boolean {
    return this.componentOf(bundle).open.includes(bundle);
  }

  private componentOf(bundle: Bundle<Appointment>): Component<Appointment, Gift> {
    const component = this.components[this.partOf.get(bundle) ?? NaN];
    if (component === undefined) throw new Error('the bundle is in no component');
    return component;
  }

  /** The bundles with appointments of the same series, if none of them is decided. */
  private seriesOf(bundle: Bundle<Appointment>): readonly Bundle<Appointment>[] {
    const ids = seriesIdsOf(bundle);
    if (ids.length === 0) return [];
    const all = this.bundles.filter((each) => seriesIdsOf(each).some((id) => ids.includes(id)));
    return all.every((each) => this.isOpen(each)) ? all : [];
  }

  private giveToOne(series: readonly Bundle<Appointment>[]): boolean {
    const units = series.flatMap((bundle) => bundle.units);
    const [first] = units;
    if (first === undefined) return false;
    return this.inOrder(first, this.options.after(first, this.gifts), this.gifts).some(({ providerId }) => {
      const gifts = this.search.withOne(units, providerId, this.gifts);
      return gifts !== undefined && this.decide(series, gifts);
    });
  }

  private giveAlone(bundle: Bundle<Appointment>): boolean {
    const inOrder = this.inOrder.bind(this);
    for (const gifts of this.search.waysOf(bundle, this.gifts, inOrder))
      if (this.decide([bundle], gifts)) return true;
    return false;
  }

  /** By the fewest booked minutes of the date, then by id. */
  private inOrder(
    unit: Unit<Appointment>,
    options: readonly Gift[],
    before: readonly Gift[],
  ): readonly Gift[] {
    return options
      .map((gift) => {
        const minutes = this.calendars.minutesOf(unit, gift.providerId, before);
        return { gift, providerId: gift.providerId, minutes };
      })
      .sort(byChoice)
      .map(({ gift }) => gift);
  }

  /** Decides on some bundles, unless fewer appointments could be given in the end. @returns whether it did */
  private decide(bundles: readonly Bundle<Appointment>[], gifts: readonly Gift[]): boolean {
    const parts = [...new Set(bundles.map((bundle) => this.partOf.get(bundle) ?? NaN))];
    const decided: [part: number, component: Component<Appointment, Gift>][] = [];
    for (const part of parts) {
      const after = this.after(part, bundles, gifts);
      if (after === undefined) return false;
      decided.push([part, after]);
    }
    for (const [part, component] of decided) this.components[part] = component;
    this.gifts = [...this.gifts, ...gifts];
    return true;
  }

  private after(
    part: number,
    bundles: readonly Bundle<Appointment>[],
    gifts: readonly Gift[],
  ): Component<Appointment, Gift> | undefined {
    const component = this.components[part];
    if (component === undefined) throw new Error('there is no such component');
    const units = new Set(
      bundles.filter((bundle) => this.partOf.get(bundle) === part).flatMap((bundle) => bundle.units),
    );
    const own = gifts.filter(({ unit }) => units.has(unit));
    const open = component.open.filter((bundle) => !bundles.includes(bundle));
    const given = [...component.gifts, ...own];
    const [planned, rest] = partition(component.way, ({ unit }) => units.has(unit));
    // The rest was found for just these. With others it has to be found again.
    if (planned.length === own.length && own.every((gift) => planned.includes(gift)))
      return { open, gifts: given, way: rest };
    const way = this.search.reaching(sizeOf(component.way) - sizeOf(own), open, given);
    return way && { open, gifts: given, way };
  }

  private reasons(): ReadonlyMap<number, Reason> {
    const given = new Set(this.gifts.map(({ unit }) => unit));
    const staying = this.bundles.filter(({ units }) => !given.has(units[0]));
    return new Map(
      staying.flatMap((bundle) => {
        const reason = this.reasonFor(bundle);
        return bundle.units.flatMap(({ appointments }) =>
          appointments.map(({ id }) => [id, reason] as const),
        );
      }),
    );
  }

  /** Why the units of a bundle stay that no one could take by now; those of its other units do not matter. */
  private reasonFor({ units }: Bundle<Appointment>): Reason {
    const stuck = units.filter((unit) => this.options.after(unit, this.gifts).length === 0);
    const reasons = stuck.map((unit) => this.options.reasonFor(unit, this.gifts));
    return furthestReason(reasons) ?? 'slot_taken';
  }
}

function seriesIdsOf<Appointment extends PlannedAppointment>({
  units,
}: Bundle<Appointment>): readonly number[] {
  return units.flatMap(({ appointments }) => appointments.flatMap(({ seriesId }) => seriesId ?? []));
}

function partition<T>(all: readonly T[], isFirst: (each: T) => boolean): readonly [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}
