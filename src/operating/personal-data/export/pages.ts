/** How many rows one statement of an export reads. */
export const PAGE = 500;

/** Reads rows page by page, each behind the last row of the page before, until one is not full. */
export async function* pagesOf<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ;) {
    const rows = await read(last);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < PAGE) return;
  }
}

/** The text of a JSON list, page by page. */
export async function* jsonList<Row>(
  pages: AsyncIterable<readonly Row[]>,
  toItem: (row: Row) => object,
): AsyncGenerator<string> {
  let separator = '[';
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    yield `${separator}${rows.map((row) => JSON.stringify(toItem(row))).join(',')}`;
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}
