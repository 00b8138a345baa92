import type { JsonObject } from '../../platform/values/json-object';
import { jsonText } from './json-text';

/** What a spreadsheet takes for a formula. */
const FORMULA = /^[-=+@\t\r]/;

/** A row of comma-separated values (RFC 4180): lists and objects as JSON, nothing for null. */
export function csvLine(item: JsonObject, columns: readonly string[]): string {
  return `${columns.map((column) => quoted(textOf(item[column]))).join(',')}\r\n`;
}

export function csvHeader(columns: readonly string[]): string {
  return `${columns.join(',')}\r\n`;
}

/** With a `'` before what would be a formula: a name such as `=HYPERLINK(…)` must do nothing when a spreadsheet opens the file. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return FORMULA.test(value) ? `'${value}` : value;
  return jsonText(value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
