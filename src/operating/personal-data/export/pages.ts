import { Turns } from '../../../platform/turns';

/** How many rows one statement of an export reads: few, because each may be long. */
export const PAGE = 100;

/** Reads rows page by page, each behind the last row of the page before, until one is not full. */
export async function* pagesOf<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < PAGE) return;
  }
}

/** The text of a JSON list, page by page, while other requests run in between. */
export async function* jsonList<Row>(
  pages: AsyncIterable<readonly Row[]>,
  toItem: (row: Row) => object,
): AsyncGenerator<string> {
  const turns = new Turns();
  let separator = '[';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    const items: string[] = [];
    for (const row of rows) {
      items.push(JSON.stringify(toItem(row)));
      await turns.pause();
    }
    yield `${separator}${items.join(',')}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
