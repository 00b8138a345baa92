import type { PlaceSpecialHours, SpecialHours, WorkStretch } from '../../engine';

/** The rows of special hours, as the statements of snapshots give them, and whose they are. */

/** The id of a provider; null: the business. */
export type Owner = number | null;
export type SpecialOfOwners = ReadonlyMap<Owner, SpecialHours>;
/** The special hours of a date, counted in days since 1970-01-01. The location is null in those of the whole business or of a provider. */
export type SpecialDay = readonly [
  owner: Owner,
  day: number,
  hours: readonly WorkStretch[],
  locationId: number | null,
];

export function byOwner(days: readonly SpecialDay[]): SpecialOfOwners {
  return byKey(
    days.flatMap(([owner, day, hours, place]) => (place === null ? [[owner, day, hours] as const] : [])),
  );
}

export function byPlace(days: readonly SpecialDay[]): PlaceSpecialHours {
  return byKey(
    days.flatMap(([, day, hours, place]) => (place === null ? [] : [[place, day, hours] as const])),
  );
}

function byKey<Key>(
  days: readonly (readonly [Key, day: number, hours: readonly WorkStretch[]])[],
): ReadonlyMap<Key, SpecialHours> {
  const found = new Map<Key, Map<number, readonly WorkStretch[]>>();
  for (const [key, day, hours] of days) {
    const known = found.get(key) ?? new Map<number, readonly WorkStretch[]>();
    found.set(key, known.set(day, hours));
  }
  return found;
}
