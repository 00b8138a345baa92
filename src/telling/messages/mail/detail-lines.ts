/** A line of the details of a message. */
export interface Detail {
  readonly label: string;
  readonly value: string;
  /** Both, in two columns of text. A long label has a line of its own above its value. */
  readonly line: string;
}

/** A text that is null is missing. */
export type Row = readonly [label: string, value: string | null];

/** The column in which the values of a text begin, unless a label is longer. */
const VALUE_COLUMN = 10;
/** Questions may be long; a label that is longer does not move the values of the others. */
const LAST_COLUMN = 24;

/** The lines of a table in two columns of text. */
export function inColumns(rows: readonly Row[], colon: string): Detail[] {
  const shown = rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
  const heads = shown.map(({ label }) => headOf(label, colon));
  const width = Math.max(
    VALUE_COLUMN,
    ...heads.filter((head) => head.length < LAST_COLUMN).map((head) => head.length + 1),
  );
  return shown.map((row, i) => {
    const head = heads[i] ?? '';
    const start = head.length < width ? head.padEnd(width) : `${head}\n${' '.repeat(width)}`;
    return { ...row, line: `${start}${row.value}` };
  });
}

/** Most questions end with a mark of their own. */
function headOf(label: string, colon: string): string {
  return label === '' || /[\p{P}]$/u.test(label) ? label : label + colon;
}
