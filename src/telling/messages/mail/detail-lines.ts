import type { AnswerView } from './answer-texts';

/** A line of the details of a message. */
export interface Detail {
  readonly label: string;
  readonly value: string;
  /** Both, in two columns of text. */
  readonly line: string;
}

/** A text that is null is missing. */
export type Row = readonly [label: string, value: string | null];

/** The column in which the values of a text begin, unless a label is longer. */
const VALUE_COLUMN = 10;

/** The lines of a table in two columns of text. */
export function inColumns(rows: readonly Row[], colon: string): Detail[] {
  const shown = rows.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
  const heads = shown.map(({ label }) => (label === '' ? '' : label + colon));
  const width = Math.max(VALUE_COLUMN, ...heads.map((head) => head.length + 1));
  return shown.map((row, i) => ({ ...row, line: `${(heads[i] ?? '').padEnd(width)}${row.value}` }));
}

/** Not in columns: questions are long, and most end with a mark of their own. */
export function answerLine({ label, value }: AnswerView, colon: string): string {
  return `${/[\p{P}]$/u.test(label) ? label : label + colon} ${value}`;
}
