import type { AuditedRow } from '../../../platform/database/audited-row';
import { type Columns, trailReader, type ValuesOf } from '../../../platform/database/columns';
import type { Part, PartKind, Past } from './past-rows';

/** A resource before or after a change. */
export interface Side {
  readonly id: number;
  /** The columns that the entries of the event tell; those of one part of it, where it has parts. */
  readonly row: AuditedRow;
  /** The hold that is, or was, the offer of an entry of the waitlist. */
  readonly hold: AuditedRow | null;
  /** The last audit entry that counts for the other rows that the view reads. */
  readonly upTo: number;
}

/** What a view shows a resource with. */
export interface Surroundings {
  /** The row of a part that the view names. */
  readonly past: Past;
  /** IANA name. */
  readonly businessZone: string;
}

/** A resource that can be shown as soon as other rows are read. */
export interface Showing {
  readonly parts: readonly Part[];
  readonly show: (surroundings: Surroundings) => object;
}

/** How events show a resource: as its GET does. */
export type View = (side: Side) => Showing;

export function part(kind: PartKind, id: number): Part {
  return { kind, id };
}

/** A resource whose row says everything. */
export function simple<Described extends Columns>(
  columns: Described,
  show: (row: ValuesOf<Described>, businessZone: string) => object,
): View {
  const read = trailReader(columns);
  return ({ row }) => {
    const values = read(row);
    return { parts: [], show: ({ businessZone }) => show(values, businessZone) };
  };
}

/** The zone of a provider. */
export function zoneOf({ past, businessZone }: Surroundings, providerId: number): string {
  return past('providerZone', providerId).timezone ?? businessZone;
}
