import fc from 'fast-check';
import { anyText } from './any-text';
import { HOSTILE_TEXTS } from './hostile-json';

/** The length of a long text: a few of them fit into the 16 KiB that Node accepts for headers and request line. */
const LONG = 2_500;

/** Percent escapes for a URL; most of them are invalid. */
const ESCAPES = [
  '%',
  '%zz',
  '%0',
  '%00',
  '%ff',
  '%C0%AF',
  '%ED%A0%80',
  '%F4%90%80%80',
  '%EF%BB%BF',
  '%25',
  '%2f',
  '%0d%0aX:%20y',
  '+',
  '&',
  '=',
  ';',
  '%u0041',
];
const SEGMENTS = [
  '0',
  '-1',
  '1.0',
  '1e3',
  '0x1',
  '%20' + '1',
  '1%20',
  '1%2f2',
  '1;x=1',
  '1,2',
  '2147483648',
  '99999999999999999999',
  'null',
  '%2e%2e',
  '..%2f..%2fetc%2fpasswd',
  '*',
  '~',
  "'",
  '%D9%A1',
  'true',
  '[object%20Object]',
];

const encoded = (text: string) => encodeURIComponent(text);

/** Generates a text for a part of a URL, correctly or incorrectly escaped. */
export const hostileValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS).map(encoded) },
  { weight: 2, arbitrary: fc.constantFrom(...ESCAPES) },
  { weight: 2, arbitrary: anyText({ maxLength: 30 }).map(encoded) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'x'.repeat(LONG),
      '1'.repeat(LONG),
      '%'.repeat(LONG),
      '%F0%9F%98%80'.repeat(200),
    ),
  },
);

/** Generates a path segment that replaces an id or a slug. */
export const hostileSegment: fc.Arbitrary<string> = fc
  .oneof(fc.constantFrom(...SEGMENTS), hostileValue)
  // Leaves out texts that would change the path to that of another operation.
  .filter((text) => text !== '' && !/^(\.|%2e){1,2}$/i.test(text) && !/[?#/\\]/.test(text));

/** Generates other notations of a parameter than `name=value`. */
export function hostileParameter(name: string, value: string): fc.Arbitrary<string> {
  return fc.constantFrom(
    `${name}=${value}`,
    name,
    `${name}=`,
    `${name}=${value}&${name}=${value}`,
    `${name}[]=${value}`,
    `${name}[x]=${value}`,
    `${name}[__proto__]=${value}`,
    `__proto__[${name}]=${value}`,
    `__proto__=${value}`,
    `constructor=${value}`,
    `hasOwnProperty=${value}`,
    `%00=${value}`,
    `${name}%00=${value}`,
    `=${value}`,
    `&&&=&`,
    Array.from({ length: 1_010 }, (_, nth) => `p${nth}`).join('&'),
    Array.from({ length: 300 }, () => `${name}=1`).join('&'),
  );
}

const TAGS = [
  '*',
  '""',
  '"',
  'W/""',
  'W/"x", "y"',
  '"x',
  'W/',
  ',',
  ',,,,',
  '*, "x"',
  '"\u00ff"',
  ',"'.repeat(1_000),
  'W/"'.repeat(1_000),
  '"x",'.repeat(700),
  ' '.repeat(20) + '*',
];
const KEYS = [
  '',
  ' ',
  'x',
  'x y',
  '"x"',
  '\u00e9',
  '\u0085',
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(LONG),
  '\t',
  '__proto__',
  "' or 1=1",
];
const CREDENTIALS = [
  '',
  'Bearer',
  'Bearer ',
  'bearer x',
  'Bearer xsk_',
  'Bearer xsk_1_',
  'Bearer xsk_a_b_c',
  `Bearer xsk_${'a'.repeat(LONG)}`,
  'Basic YTpi',
  'Bearer \u00ff',
  'Bearer __proto__',
  'Digest username="x"',
  'Bearer xsk_1_x, Bearer xsk_2_y',
  'Bearer null',
];
const TYPES = [
  '',
  'application/json',
  'APPLICATION/JSON',
  'application/json;',
  'application/json; charset',
  'application/json; charset=',
  'application/json; charset=utf-16',
  'application/json; charset=utf-16le',
  'application/json; charset=utf-7',
  'application/json; charset="utf-8"',
  'application/json; charset=utf8',
  'application/json; charset=\u00ff',
  'application/json; charset=utf-8; charset=latin1',
  'application/json, text/plain',
  'application/merge-patch+json',
  'text/json',
  '*/*',
  '/',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  `application/json; x=${'y'.repeat(LONG)}`,
];
const ENCODINGS = ['gzip', 'deflate', 'br', 'compress', 'identity', 'gzip, gzip', 'GZIP', '', 'x', 'zstd'];
const ANYTHING = ['', '0', '-1', '*', '\u00ff'.repeat(300), '__proto__', 'x'.repeat(LONG)];

const headerOf = (name: string, values: readonly string[]) =>
  fc.tuple(fc.constant(name), fc.constantFrom(...values));

/** Generates values of headers that the service reads. */
export const hostileHeader: fc.Arbitrary<readonly [name: string, value: string]> = fc.oneof(
  headerOf('if-match', TAGS),
  headerOf('if-none-match', TAGS),
  headerOf('idempotency-key', KEYS),
  headerOf('x-request-id', [...KEYS, ...TAGS]),
  headerOf('authorization', CREDENTIALS),
  headerOf('content-type', TYPES),
  headerOf('content-encoding', ENCODINGS),
  headerOf('accept', ['', 'text/html', 'image/*;q=2', ...ANYTHING]),
  headerOf('accept-encoding', ['', '*;q=0', 'gzip;q=nonsense', ...ANYTHING]),
  headerOf('x-forwarded-for', ['::', '1.2.3.4, x', '\u00ff', ','.repeat(1_000), ...ANYTHING]),
  headerOf('x-forwarded-host', ['example.com\t', ...ANYTHING]),
  headerOf('range', ['bytes=0-', 'bytes=9-1', ...ANYTHING]),
  headerOf('cookie', ['a=b; __proto__=c', '='.repeat(500), ...ANYTHING]),
  headerOf('origin', ['null', 'https://example.com\u00ff', ...ANYTHING]),
  headerOf('x-http-method-override', ['DELETE', 'TRACE']),
);
