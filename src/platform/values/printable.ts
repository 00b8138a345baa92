/**
 * Control characters (but newline and tab), line and paragraph separators, and the characters of Unicode that change the
 * direction of text. With one of them, a name could move the cursor of a terminal, or show text in another order than it has.
 */
const UNPRINTABLE = String.raw`[\x00-\x08\x0B-\x1F\x7F-\x9F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]`;
const ANY = new RegExp(UNPRINTABLE);
const ALL = new RegExp(UNPRINTABLE, 'g');

/** The text with each character that a terminal would obey replaced by `�`. */
export function printable(text: string): string {
  return text.replaceAll(ALL, '�');
}

/** JSON text with the same characters escaped, which keeps its value. Fast for text without them: each log line passes here. */
export function printableJson(json: string): string {
  return ANY.test(json) ? json.replaceAll(ALL, escaped) : json;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
