import { isEmail } from 'class-validator';
import type { FieldType } from './field-type';

/** The longest strings, in code points (decisions, section 1). */
export const MAX_NAME = 200;
export const MAX_ADDRESS = 500;
export const MAX_NOTES = 5_000;

// Every C0 control character (and DEL) but newline and tab.
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** Trimmed, NFC, CRLF as LF: the form in which every string is stored. */
export function cleanText(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n').trim().normalize('NFC') : value;
}

function textFault(value: unknown, max: number, min: number): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length < min) return 'must not be blank';
  if (CONTROL_CHARACTERS.test(value)) return 'must not contain control characters';
  if (!isWellFormed(value)) return 'must be valid Unicode';
  // A string has at least half as many code points as code units: only long ones are worth counting.
  if (value.length > max && Array.from(value).length > max) return `must be at most ${max} characters long`;
  return undefined;
}

/** Whether a string is free of lone surrogates, which UTF-8 cannot say. */
function isWellFormed(value: string): boolean {
  return !/\p{Surrogate}/u.test(value);
}

/** A string of 1 to `max` code points. */
export function text(max: number): FieldType {
  return {
    schema: { type: 'string', minLength: 1, maxLength: max },
    clean: cleanText,
    fault: (value) => textFault(value, max, 1),
  };
}

/** A string that may be blank; of at most `max` code points. */
export function freeText(max: number): FieldType {
  return {
    schema: { type: 'string', maxLength: max },
    clean: cleanText,
    fault: (value) => textFault(value, max, 0),
  };
}

/** An e-mail address as in the `email` format of OpenAPI. */
export function email(): FieldType {
  return {
    schema: { type: 'string', format: 'email', maxLength: 254 },
    clean: cleanText,
    fault: (value) => textFault(value, 254, 1) ?? (isEmail(value) ? undefined : 'must be an e-mail address'),
  };
}

/** A telephone number (decisions, section 3, "Customer"). */
export function phone(): FieldType {
  const pattern = '^[0-9 +\\-().x/]{3,40}$';
  const shape = new RegExp(pattern);
  return {
    schema: { type: 'string', pattern },
    clean: cleanText,
    fault: (value) =>
      typeof value === 'string' && shape.test(value) && /[0-9]/.test(value)
        ? undefined
        : 'must be a phone number: 3 to 40 digits, spaces and + - ( ) . x /',
  };
}

/** A hex colour, `#RGB` or `#RRGGBB`, kept as `#RRGGBB` in upper case. */
export function color(): FieldType {
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
export function oneOf(allowed: readonly string[]): FieldType {
  return {
    schema: { type: 'string', enum: [...allowed] },
    clean: cleanText,
    fault: (value) =>
      typeof value === 'string' && allowed.includes(value)
        ? undefined
        : `must be one of ${allowed.join(', ')}`,
  };
}
