import type { JsonObject } from './json';
import { textIn } from './row';

/** The elements that editors write. Other angle brackets are part of what a person typed, such as `<3`. */
const ELEMENTS =
  'a|b|blockquote|br|code|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul';
/** The bound keeps the time of a text of unfinished tags linear. */
const TAG = new RegExp(`<(/?)(${ELEMENTS})\\b[^<>]{0,2000}>`, 'gi');
const ENDS_LINE = /^(blockquote|div|h[1-6]|li|p|pre|table|tr)$/i;
const STANDS_ALONE = /^(br|hr)$/i;
const ENTITY = /&(amp|apos|gt|lt|nbsp|quot|#\d{1,7}|#x[\da-f]{1,6});/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  gt: '>',
  lt: '<',
  nbsp: ' ',
  quot: '"',
};
const LAST_CODE_POINT = 0x10ffff;

/** What a person reads in notes that an editor has written as HTML; plain notes stay as they are, without entities. */
export function plainTextIn(row: JsonObject, member: string): string | undefined {
  const html = textIn(row, member);
  if (html === undefined) return undefined;
  const text = html
    .replaceAll(TAG, (_, closing: string, name: string) => breakFor(closing === '/', name))
    .replaceAll(ENTITY, (entity, name: string) => characterOf(name.toLowerCase()) ?? entity)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return text === '' ? undefined : text;
}

function breakFor(isClosing: boolean, name: string): string {
  return STANDS_ALONE.test(name) || (isClosing && ENDS_LINE.test(name)) ? '\n' : '';
}

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return NAMED[name];
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  // Control characters are no part of a text.
  return code < 32 || isSurrogate || code > LAST_CODE_POINT ? undefined : String.fromCodePoint(code);
}
