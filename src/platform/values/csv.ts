export type Cell = string | number | null;

/** The byte order mark: spreadsheets take a file without it for one in another encoding than UTF-8. */
const MARK = '\uFEFF';

/** How a text begins that spreadsheets would run as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/** What has to stand in quotes: in RFC 4180, and where a spreadsheet takes another separator for the one of its country. */
const SPECIAL = /[",;\t\r\n]/u;

/** The lines of a table (RFC 4180) that spreadsheets open. A `'` before a text that looks like a formula keeps it a text. */
export function* csvOf(rows: Iterable<readonly Cell[]>): Generator<string> {
  yield MARK;
  for (const row of rows) yield `${row.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
