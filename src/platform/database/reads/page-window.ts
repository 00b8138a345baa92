/** The longest page; a larger `length` is capped, not refused (docs/reference/limits.md). */
export const MAX_LENGTH = 100;
export const DEFAULT_LENGTH = 25;

/** Where a page begins and how long it is. */
export interface PageWindow {
  readonly page: number;
  readonly perPage: number;
  readonly offset: number;
}

/** The window of a page. In a file of its own, because commands need no decorators of queries, which load slowly. */
export function pageWindow({ page = 1, length = DEFAULT_LENGTH }: PageChoice): PageWindow {
  const perPage = Math.min(length, MAX_LENGTH);
  return { page, perPage, offset: (page - 1) * perPage };
}

/** The page and length that a query names. */
export interface PageChoice {
  readonly page?: number;
  readonly length?: number;
}
