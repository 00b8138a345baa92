import { Page } from './page';
import type { PageWindow } from './page-window';
import { type Sort, sortText } from './order-by';

/** A row of a page, with the total of its list. A page without rows has one row whose id is null: it carries the total. */
export type TotalRow<Row> = { readonly total: number } & (Row | { readonly id: null });

/**
 * Selects `TotalRow`s: one statement reads the page and the exact total at the same moment.
 * @param total a SELECT of the column `total` @param page a SELECT of the rows, in any order @param order their ORDER BY list, as `listed`
 */
export function selectWithTotal(total: string, page: string, order: string): string {
  return `
    select counted.total, listed.* from (${total}) counted
    left join (${page}) listed on true
    order by ${order}`;
}

/** The page that the rows of `selectWithTotal` make. @param atLeast a lower bound of the total, when the exact one is unknown */
export function pageOf<Row>(
  rows: readonly TotalRow<Row>[],
  { page, perPage }: Pick<PageWindow, 'page' | 'perPage'>,
  sort: Sort,
  atLeast?: number,
): Page<Row> {
  const items = rows.filter((row): row is TotalRow<Row> & Row => isRow(row));
  const total = atLeast ?? rows[0]?.total ?? 0;
  return new Page<Row>(
    items,
    total,
    page,
    perPage,
    sortText(sort),
    atLeast === undefined ? undefined : 'at least',
  );
}

function isRow(row: object): boolean {
  return !('id' in row) || row.id !== null;
}
