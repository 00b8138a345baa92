import type { Given } from './calendars';
import type { Options } from './options';
import type { Bundle, PlannedAppointment } from './units';

/** Parts bundles so that two of which a unit may be in the way of another one are in one part. Keeps their order. */
export function componentsOf<Appointment extends PlannedAppointment, Gift extends Given<Appointment>>(
  bundles: readonly Bundle<Appointment>[],
  options: Options<Appointment, Gift>,
): readonly (readonly Bundle<Appointment>[])[] {
  const ties = new Ties(bundles.length);
  const shared = new Map<string, { readonly gift: Gift; readonly index: number }[]>();
  for (const [index, { units }] of bundles.entries())
    for (const gift of units.flatMap((unit) => options.of(unit)))
      for (const name of sharedBy(gift, options.mayReach(gift)))
        shared.set(name, [...(shared.get(name) ?? []), { gift, index }]);
  for (const [name, all] of shared) {
    let latest = { index: -1, end: -Infinity };
    for (const { gift, index } of all.toSorted((a, b) => a.gift.busy.start - b.gift.busy.start)) {
      if (latest.index >= 0 && (name.startsWith(LIMIT) || gift.busy.start < latest.end))
        ties.tie(latest.index, index);
      latest = { index, end: Math.max(latest.end, gift.busy.end) };
    }
  }
  const parts = new Map<number, Bundle<Appointment>[]>();
  for (const [index, bundle] of bundles.entries()) {
    const part = parts.get(ties.rootOf(index)) ?? [];
    parts.set(ties.rootOf(index), part);
    part.push(bundle);
  }
  return [...parts.values()];
}

const LIMIT = 'limit ';

/** What an option takes of that others may want. */
function sharedBy({ people, resourceIds, limit }: Given, mayReachLimit: boolean): readonly string[] {
  return [
    ...people.map((id) => `person ${id}`),
    ...resourceIds.map((id) => `resource ${id}`),
    ...(mayReachLimit && limit !== undefined ? [`${LIMIT}${limit.key}`] : []),
  ];
}

/** Sets of numbers that grow together: a union-find. */
class Ties {
  private readonly parents: number[];

  constructor(size: number) {
    this.parents = Array.from({ length: size }, (_, index) => index);
  }

  tie(one: number, other: number): void {
    this.parents[this.rootOf(one)] = this.rootOf(other);
  }

  rootOf(index: number): number {
    const parent = this.parents[index] ?? index;
    if (parent === index) return index;
    const root = this.rootOf(parent);
    this.parents[index] = root;
    return root;
  }
}
