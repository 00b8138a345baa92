/** The order of a list: one of its fields and a direction. Ties break on `id` ascending, and nulls come last. */
export interface Sort<Name extends string = string> {
  readonly field: Name;
  readonly direction: 'asc' | 'desc';
  /** The name in answers, where it is not that of the field. */
  readonly as?: string;
}

/** The SQL expressions of an order; they are constants of the source, never input. */
export interface OrderedBy {
  readonly column: string;
  /** Makes the order total, so that pages never overlap. */
  readonly id: string;
  /** Whether the column may be null. */
  readonly isNullable?: boolean;
}

/** The ORDER BY list: ties break on the id, ascending; nulls last, unless there are none, so that an index serves both directions. */
export function orderBy(direction: Sort['direction'], { column, id, isNullable = false }: OrderedBy): string {
  if (column === id) return `${id} ${direction}`;
  return `${column} ${direction}${isNullable ? ' nulls last' : ''}, ${id}`;
}

/** The text of a sort in `meta.sort`, such as `name:asc`. */
export function sortText({ field, direction, as = field }: Sort): string {
  return `${as}:${direction}`;
}
