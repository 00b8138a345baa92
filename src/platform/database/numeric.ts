/** Reads PostgreSQL's `numeric` as a number: a double is exact enough for amounts of money with two decimals. */
export const numeric = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null): number | null => (value === null ? null : Number(value)),
};
