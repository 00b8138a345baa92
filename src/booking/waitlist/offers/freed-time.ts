import type { Dates } from '../../../platform/time/dates';

/** Time that may have become bookable. An absent member stands for any. */
export interface FreedTime {
  readonly providerId?: number;
  readonly serviceId?: number;
  /** On the calendar of any provider. */
  readonly dates?: Dates;
}

/** Everything may have become bookable. */
export const EVERYTHING: FreedTime = {};

/** When more was freed at once, all of it is looked at in one go. */
const MOST = 100;

/** As few as cover all: those of one provider and service become one, from the first date to the last; what lies in another is left out. */
export function merged(all: readonly FreedTime[]): readonly FreedTime[] {
  const byOwner = new Map<string, FreedTime>();
  for (const freed of all) {
    const owner = `${freed.providerId} ${freed.serviceId}`;
    const known = byOwner.get(owner);
    byOwner.set(owner, known === undefined ? freed : { ...freed, ...hull(known.dates, freed.dates) });
  }
  const few = [...byOwner.values()];
  const isCovered = (freed: FreedTime) => few.some((other) => other !== freed && covers(other, freed));
  const needed = few.filter((freed) => !isCovered(freed));
  return needed.length > MOST ? [EVERYTHING] : needed;
}

function covers(some: FreedTime, other: FreedTime): boolean {
  const isWider = (wide: number | undefined, narrow: number | undefined) =>
    wide === undefined || wide === narrow;
  return (
    isWider(some.providerId, other.providerId) &&
    isWider(some.serviceId, other.serviceId) &&
    (some.dates === undefined ||
      (other.dates !== undefined &&
        some.dates.first <= other.dates.first &&
        other.dates.last <= some.dates.last))
  );
}

function hull(some: Dates | undefined, others: Dates | undefined): { readonly dates: Dates | undefined } {
  if (some === undefined || others === undefined) return { dates: undefined };
  return {
    dates: {
      first: some.first < others.first ? some.first : others.first,
      last: some.last > others.last ? some.last : others.last,
    },
  };
}
