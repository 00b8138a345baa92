import { domainToASCII, domainToUnicode } from 'node:url';
import { isWellFormed } from '../../values/utf8';
import type { FieldType } from './field-type';

/** The longest strings, in code points (docs/reference/conventions.md). */
export const MAX_NAME = 200;
export const MAX_ADDRESS = 500;
export const MAX_NOTES = 5_000;
export const MAX_KIND = 50;

/** Every C0 control character (and DEL) but newline and tab; as all regular expressions write them, ours or a client's. */
const CONTROL = String.raw`\x00-\x08\x0B-\x1F\x7F`;
const CONTROL_CHARACTERS = new RegExp(`[${CONTROL}]`);
/** A carriage return is valid before a line feed only: CRLF is stored as LF. */
const PRINTABLE = `^([^${CONTROL}]|\\r\\n)*$`;
const NOT_BLANK = `^([^${CONTROL}]|\\r\\n)*[^${CONTROL}\\s]([^${CONTROL}]|\\r\\n)*$`;

/** The most combining marks in a row, as in the Stream-Safe Text Format (Unicode Annex 15). No script needs as many. */
const MAX_MARKS = 30;
const LONG_MARK_RUN = new RegExp(`\\p{M}{${MAX_MARKS + 1}}`, 'u');

/** NFC composes at most so many code units into one character. */
const LARGEST_COMPOSITION = 4;

/** The longest e-mail address. */
const MAX_EMAIL = 254;

/** White space at both ends is trimmed, up to so many code units: a member of a MiB would keep other requests waiting. */
const MAX_WHITE_SPACE = 10_000;

/** Trimmed, NFC, CRLF as LF: the form in which every string is stored. @param max how many code points it may have */
export function cleanText(value: unknown, max = MAX_NAME): unknown {
  if (typeof value !== 'string' || isLongInEveryForm(value, max)) return value;
  const lines = value.replaceAll('\r\n', '\n');
  // Trimming would also remove control characters, which are faults.
  return CONTROL_CHARACTERS.test(lines) ? lines : composed(lines.trim(), max);
}

/** Whether a text is too long in every form: trimmed, and composed. Nothing is done with such a text. */
function isLongInEveryForm(text: string, max: number): boolean {
  return text.length > max * LARGEST_COMPOSITION + MAX_WHITE_SPACE;
}

/**
 * Normalises, unless the text is invalid in every form: too long, or with too many combining marks in a row. The time that it takes
 * grows with the square of such a run. @param max how many code points it may have
 */
export function composed(text: string, max: number, form: 'NFC' | 'NFKC' = 'NFC'): string {
  return text.length > max * LARGEST_COMPOSITION || hasLongMarkRun(text) ? text : text.normalize(form);
}

/** The words of a list in that form, without duplicates. */
export function cleanWords(values: readonly unknown[]): unknown[] {
  return [...new Set(values.map((value) => cleanText(value)))];
}

function textFault(value: unknown, max: number, min: number): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length < min) return 'must not be blank';
  if (isLongInEveryForm(value, max)) return `must be at most ${max} characters long`;
  if (CONTROL_CHARACTERS.test(value)) return 'must not contain control characters';
  if (!isWellFormed(value)) return 'must be valid Unicode';
  // A string has at least half as many code points as code units: only long ones are worth counting.
  if (value.length > max && Array.from(value).length > max) return `must be at most ${max} characters long`;
  if (hasLongMarkRun(value)) return `must not have more than ${MAX_MARKS} combining marks in a row`;
  return undefined;
}

function hasLongMarkRun(text: string): boolean {
  return text.length > MAX_MARKS && LONG_MARK_RUN.test(text);
}

/** A string of 1 to `max` code points. */
export function text(max: number): FieldType<string> {
  return {
    schema: { type: 'string', minLength: 1, maxLength: max, pattern: NOT_BLANK },
    clean: (value) => cleanText(value, max),
    fault: (value) => textFault(value, max, 1),
  };
}

/** A string that may be blank; of at most `max` code points. */
export function freeText(max: number): FieldType<string> {
  return {
    schema: { type: 'string', maxLength: max, pattern: PRINTABLE },
    clean: (value) => cleanText(value, max),
    fault: (value) => textFault(value, max, 0),
  };
}

/** A word of 1 to `max` lower-case letters, digits and hyphens, such as `room`. */
export function word(max: number): FieldType<string> {
  const pattern = '^[a-z0-9-]+$';
  const shape = new RegExp(pattern);
  return {
    schema: { type: 'string', minLength: 1, maxLength: max, pattern },
    clean: (value) => cleanText(value, max),
    fault: (value) =>
      textFault(value, max, 1) ??
      (shape.test(String(value))
        ? undefined
        : 'must have only lower-case letters a to z, digits and hyphens'),
  };
}

/** Letters and digits of any script, as a domain name has them; the same and hyphens. */
const LETTER = '[^\\x00-\\x2F:-@\\[-\\x60{-\\xA0]';
const LETTER_OR_HYPHEN = '[^\\x00-\\x2C./:-@\\[-\\x60{-\\xA0]';
const LABEL = `${LETTER}(${LETTER_OR_HYPHEN}{0,61}${LETTER})?`;
const TOP_LABEL = `[^\\x00-@\\[-\\x60{-\\xA0]${LETTER_OR_HYPHEN}{0,61}${LETTER}`;
/** The quotation mark is escaped: OpenAPI Generator copies a pattern into a Python string that it would end. */
const ATOM = '[^\\x00-\\x20\\x22(),.:;<>@\\[\\\\\\]\\x7F-\\xA0]+';
/** `local@domain.tld`, in any script, without quotes, comments and address literals. */
const EMAIL = `^${ATOM}(\\.${ATOM})*@(${LABEL}\\.)+${TOP_LABEL}$`;
const EMAIL_ADDRESS = new RegExp(EMAIL);
/** A host with letters of other scripts, or with labels in Punycode. */
const IS_INTERNATIONAL = /[^\x00-\x7F]|(^|\.)xn--/i;

/** The longest local part of an address, in octets (RFC 5321, section 4.5.3.1.1). */
const MAX_LOCAL_OCTETS = 64;

/** An e-mail address. Its pattern stands in the document: the `email` format there refuses other scripts. */
export function email(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: EMAIL, maxLength: MAX_EMAIL },
    clean: cleanEmail,
    fault: (value) =>
      textFault(value, MAX_EMAIL, 1) ?? (isEmail(value) ? undefined : 'must be an e-mail address'),
  };
}

/**
 * One spelling of an address: full-width letters become ordinary ones (NFKC), and a host in Punycode or in other letters than
 * ASCII is written as people read it (IDNA, RFC 5891), so that both are the address of one customer.
 */
function cleanEmail(value: unknown): unknown {
  const text = cleanText(value, MAX_EMAIL);
  if (typeof text !== 'string') return text;
  const address = composed(text, MAX_EMAIL, 'NFKC');
  if (address.length > MAX_EMAIL * LARGEST_COMPOSITION) return address;
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1);
  if (at === -1 || !IS_INTERNATIONAL.test(host)) return address;
  const readable = domainToUnicode(domainToASCII(host));
  return readable === '' ? address : `${address.slice(0, at)}@${readable}`;
}

function isEmail(value: unknown): boolean {
  if (typeof value !== 'string' || !EMAIL_ADDRESS.test(value)) return false;
  return Buffer.byteLength(value.slice(0, value.lastIndexOf('@'))) <= MAX_LOCAL_OCTETS;
}

/** A telephone number (docs/reference/conventions.md). */
export function phone(): FieldType<string> {
  // A digit among them, and no space at either end, which would be trimmed.
  const pattern = '^([+\\-().x/][ +\\-().x/]*)?[0-9]([0-9 +\\-().x/]*[0-9+\\-().x/])?$';
  const shape = new RegExp(pattern);
  return {
    schema: { type: 'string', pattern, minLength: 3, maxLength: 40 },
    clean: (value) => cleanText(value),
    fault: (value) =>
      typeof value === 'string' && value.length >= 3 && value.length <= 40 && shape.test(value)
        ? undefined
        : 'must be a phone number: 3 to 40 digits, spaces and + - ( ) . x /',
  };
}

/** A hex colour, `#RGB` or `#RRGGBB`, kept as `#RRGGBB` in upper case. */
export function color(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: '^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$' },
    clean: (value) => {
      const cleaned = cleanText(value);
      if (typeof cleaned !== 'string') return cleaned;
      return /^#[0-9a-f]{3}$/i.test(cleaned)
        ? cleaned.replaceAll(/[0-9a-f]/gi, '$&$&').toUpperCase()
        : cleaned.toUpperCase();
    },
    fault: (value) =>
      typeof value === 'string' && /^#[0-9A-F]{6}$/.test(value)
        ? undefined
        : 'must be a hex colour such as #1E90FF',
  };
}

/** One of a closed set of words. */
export function oneOf<Word extends string>(allowed: readonly Word[]): FieldType<Word> {
  return {
    schema: { type: 'string', enum: [...allowed] },
    clean: (value) => cleanText(value),
    fault: (value) =>
      (allowed as readonly unknown[]).includes(value) ? undefined : `must be one of ${allowed.join(', ')}`,
  };
}

/**
 * One of a closed set of words, of which some have another spelling. The enumeration of the document leaves those out: generators of
 * clients make one name of `time-off` and `time_off`. @param spellings the words by these spellings
 */
export function oneOfSpelled<Word extends string>(
  allowed: readonly Word[],
  spellings: Readonly<Record<string, string>>,
): FieldType<Word> {
  const words = new Map(Object.entries(spellings));
  return {
    ...oneOf(allowed),
    clean: (value) => {
      const word = cleanText(value);
      return typeof word === 'string' ? (words.get(word) ?? word) : word;
    },
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text is a UUID in small letters. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A UUID; in small letters once cleaned (RFC 9562, section 4). */
export function uuid(): FieldType<string> {
  return {
    schema: { type: 'string', format: 'uuid' },
    clean: (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
    fault: (value) => (typeof value === 'string' && isUuid(value) ? undefined : 'must be a UUID'),
  };
}
