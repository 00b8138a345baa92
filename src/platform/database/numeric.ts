/** PostgreSQL's `numeric` as a number: amounts of money have two decimals, which a double holds exactly enough. */
export const numeric = {
  to: (value: number | null | undefined) => value,
  from: (value: string | null): number | null => (value === null ? null : Number(value)),
};
