import type { JsonObject } from '../../platform/values/json-object';
import { csvLines } from '../../platform/values/csv';
import { jsonText } from './json-text';

/** What a spreadsheet takes for a formula. */
const FORMULA = /^[-=+@\t\r]/;

/** Rows as comma-separated values: lists and objects as JSON, nothing for null. */
export function csvText(items: readonly JsonObject[], columns: readonly string[]): string {
  return csvLines(items.map((item) => columns.map((column) => textOf(item[column]))));
}

/** With a `'` before what would be a formula: a name such as `=HYPERLINK(…)` must do nothing when a spreadsheet opens the file. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return FORMULA.test(value) ? `'${value}` : value;
  return jsonText(value);
}
