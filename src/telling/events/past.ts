import type { Part, PartKind, RowAt } from './reading/past-rows';

/** What a view needs apart from the state: the rows of its parts, and the zone of the business (an IANA name). */
export interface Past {
  readonly rowAt: RowAt;
  readonly businessZone: string;
}

export function part(kind: PartKind, id: number): Part {
  return { kind, id };
}

/** That of the place, if it has one, else of the provider, else of the business. */
export function zoneOf(
  { rowAt, businessZone }: Past,
  { locationId, providerId }: { readonly locationId: number | null; readonly providerId: number | null },
): string {
  const ofPlace = locationId === null ? null : rowAt('placeZone', locationId).timezone;
  const ofProvider = providerId === null ? null : rowAt('providerZone', providerId).timezone;
  return ofPlace ?? ofProvider ?? businessZone;
}

export function placeOf(row: { readonly locationId: number | null } | null | undefined): readonly Part[] {
  const locationId = row?.locationId ?? null;
  return locationId === null ? [] : [part('placeZone', locationId)];
}

export function namedResources(ids: readonly number[], { rowAt }: Past) {
  return ids
    .toSorted((a, b) => a - b)
    .map((id) => {
      const { name, kind } = rowAt('resource', id);
      return { id, name: name ?? '', kind: kind ?? '' };
    });
}
