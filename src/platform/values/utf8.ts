import { isUtf8 } from 'node:buffer';

/** The text that some bytes are in UTF-8; undefined: in none, and decoded each of them would be the same character, U+FFFD. */
export function utf8In(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Whether a string has no lone surrogates, which UTF-8 cannot encode. JSON writes them as escapes. */
export function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}
