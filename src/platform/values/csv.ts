import { stringify } from 'csv-stringify/sync';

export type Cell = string | number | null;

/** The byte order mark: spreadsheets take a file without it for one in another encoding than UTF-8. */
export const MARK = '\uFEFF';

/** How a text begins that spreadsheets would run as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/** What has to stand in quotes beside the delimiter and quotes: a single sign of the end of a line. */
const LINE_END = /[\r\n]/;
/** The same where a spreadsheet takes another separator for the one of its country. */
const SPECIAL = /[;\t\r\n]/;

/** Lines of comma-separated values (RFC 4180). */
export function csvLines(rows: readonly (readonly Cell[])[], delimiter = ',', quoted = LINE_END): string {
  return stringify(rows as Cell[][], { delimiter, quoted_match: quoted, record_delimiter: '\r\n' });
}

/** The lines of a table that spreadsheets open. A `'` before a text that looks like a formula keeps it a text. */
export function* csvOf(rows: Iterable<readonly Cell[]>): Generator<string> {
  yield MARK;
  for (const row of rows) yield csvLines([row.map(asText)], ',', SPECIAL);
}

function asText(cell: Cell): Cell {
  return typeof cell === 'string' && FORMULA.test(cell) ? `'${cell}` : cell;
}
