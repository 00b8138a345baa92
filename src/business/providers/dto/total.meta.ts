/** The `meta` of a list that is not paged. */
export interface TotalMeta {
  readonly total: number;
}

export const TOTAL_META = { total: { type: 'integer', example: 1 } };
