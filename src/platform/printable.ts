/**
 * Control characters but newline and tab, line and paragraph separators, and characters that change the direction of text. A
 * name with one of them could move the cursor of a terminal, or show text in another order than it has.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/** The text with each character that a terminal would obey replaced by `�`. */
export function printable(text: string): string {
  return text.replaceAll(UNPRINTABLE, (character) => (/[\n\t]/.test(character) ? character : '�'));
}

/** The text of a JSON value with the same characters escaped, which keeps the value. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
