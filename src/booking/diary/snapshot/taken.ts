import type { Limited } from './day-limits';
import type { Snapshot } from './snapshot';

/** Whom and what a decision takes. */
export interface Taken {
  /** Those who give something. */
  readonly providerIds: readonly number[];
  readonly helperIds: readonly number[];
  readonly resourceIds: readonly number[];
  readonly services: readonly Limited[];
}

/** The only ones that may be chosen; what is left out may be any. */
export type Among = Partial<Pick<Taken, 'providerIds' | 'helperIds' | 'resourceIds'>>;

/** What one booking takes. */
interface TakenByOne {
  readonly providerId: number;
  readonly team: readonly number[];
  readonly resourceIds: readonly number[];
}

export function takenBy(bookings: readonly TakenByOne[], services: readonly Limited[]): Taken {
  return {
    providerIds: distinct(bookings.map(({ providerId }) => providerId)),
    helperIds: distinct(bookings.flatMap(({ team }) => team)),
    resourceIds: distinct(bookings.flatMap(({ resourceIds }) => resourceIds)),
    services,
  };
}

/** The ids of all people of it. */
export function peopleOf({ providerIds = [], helperIds = [] }: Among): readonly number[] {
  return distinct([...providerIds, ...helperIds]);
}

/** A snapshot of some alone. */
export function snapshotOf<Read extends Snapshot>(
  { providerIds, helperIds, resourceIds }: Among,
  snapshot: Read,
): Read {
  return {
    ...snapshot,
    calendars: only(providerIds, snapshot.calendars, ({ providerId }) => providerId),
    helpers: only(helperIds, snapshot.helpers, ({ providerId }) => providerId),
    resources: only(resourceIds, snapshot.resources, ({ id }) => id),
  };
}

/** @param ids undefined: all of them */
export function only<Row>(
  ids: readonly number[] | undefined,
  rows: readonly Row[],
  idOf: (row: Row) => number,
): readonly Row[] {
  return ids === undefined ? rows : rows.filter((row) => ids.includes(idOf(row)));
}

function distinct(ids: readonly number[]): readonly number[] {
  return [...new Set(ids)];
}
