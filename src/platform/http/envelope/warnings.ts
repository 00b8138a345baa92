/** Something that follows from a write and that its sender may not expect. `meta.warnings` lists it; the write was done. */
export interface Warning {
  readonly code: 'hours_cut' | 'several_places';
  readonly message: string;
  /** The member of the body that it is about, where it is one. */
  readonly path?: string;
  readonly providerId?: number;
  readonly locationIds?: readonly number[];
}

/** What a write has left, with what it warns of. */
export interface Warned {
  readonly warnings?: readonly Warning[];
}

/** The schema of `meta.warnings`. */
export const WARNINGS_META = {
  warnings: { type: 'array', items: { $ref: '#/components/schemas/Warning' } },
} as const;

/** The `meta` of a row; undefined: it warns of nothing. */
export function warningsMeta({ warnings = [] }: Warned): object | undefined {
  return warnings.length === 0 ? undefined : { warnings };
}
