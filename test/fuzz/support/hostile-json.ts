import fc from 'fast-check';
import { anyText } from './any-text';
import { RawJson } from './parts';

const LONG = 100_000;
const DEEP = 10_000;
const WIDE = 60_000;
/** Slightly below the limits of the service for values, members of one object and combining marks in a row. */
const FULL = 9_800;
const FULL_OBJECT = 190;
const FULL_RUN = 30;

/** Two combining marks that NFC reorders, in a time that grows with the square of their number in a row. */
const MARKS = '\u0351\u0316';

const NUMBERS = [
  '0',
  '-0',
  '-1',
  '0.1',
  '1.0',
  '1e0',
  '1e308',
  '-1e308',
  '1e400',
  '1e-400',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '123456789012345678901234567890',
  '99999999.995',
  'NaN',
  'Infinity',
  '01',
  '+1',
];

/** Characters of every Unicode plane, and noncharacters. */
const UNICODE = [
  '\u{1f469}\u200d\u{1f469}\u200d\u{1f467}',
  '\u{2fa1d}',
  '\u{3134a}',
  '\u{4fffd}',
  '\u{e0001}\u{e007f}',
  '\u{f0000}',
  '\u{10ffff}',
  '\uffff',
  '\ufffe',
  '\ufeff',
  '\u202eexe.png',
  '\u2028\u2029',
  '\u0085',
  '\u200b',
  '\u00a0',
  `Z${'\u0351'.repeat(500)}`,
  '\u0958'.repeat(200),
  '\ufdfa',
  '\u0130i\u0307ı',
  'ß'.repeat(200),
];

/** Texts that look like SQL, a header, a template, a path or a timestamp. */
const SHAPED = [
  '',
  ' ',
  '\n',
  'x\r\nSet-Cookie: a=b\r\n\r\n<script>alert(1)</script>',
  "'; drop table users; --",
  "1' or '1'='1",
  '$1',
  '%',
  '_',
  '\\',
  "\\'",
  '${7*7}{{7*7}}<%=7*7%>',
  '${jndi:ldap://127.0.0.1/a}',
  '../../../../etc/passwd',
  'null',
  'true',
  'undefined',
  '[object Object]',
  '__proto__',
  'NaN',
  '-Infinity',
  '1e400',
  '0x1f',
  '1,2',
  '٣٤',
  '0000-00-00',
  '2026-02-30',
  '2026-13-01',
  '9999-12-31',
  '+275760-09-13',
  '-271821-04-20',
  '2026-12-01T25:00:00Z',
  '2026-12-01T09:00:60Z',
  '9999-12-31T23:59:59+23:59',
  '0001-01-01T00:00:00-23:59',
  '2026-12-01T09:00:00+99:99',
  '24:00',
  '24:01',
  '9:5',
  '-01:00',
  'Europe/Berlin\u0000',
  'Etc/GMT+99',
  '+23:59',
  'a@b@c.example',
  `${'a'.repeat(250)}@example.com`,
  '"<x>"@example.com',
];

/** JSON escapes; some of them are not valid Unicode. */
const WRITTEN = [
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\u001b[31m"',
  '"\\u007f"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"x\\udfffx"',
];

const STRUCTURES = [
  'null',
  'true',
  'false',
  '{}',
  '[]',
  '[[]]',
  '[null]',
  '[{}]',
  '["x"]',
  '[1, "1", 1]',
  '{"0": 1, "length": 1}',
  '{"length": 4294967296}',
  '{"$ne": null}',
  '[{"day": "monday", "start": "09:00", "end": "17:00", "breaks": [[]]}]',
];

/** Objects that imitate another type to code that inspects their members. */
const IMPOSTORS = [
  '{"__proto__": {"polluted": true}}',
  '{"constructor": {"prototype": {"polluted": true}}}',
  '{"toString": 1, "valueOf": 1, "hasOwnProperty": 1, "toJSON": 1, "then": 1}',
  '[{"__proto__": {"polluted": true}}]',
  '{"constructor": null}',
  '{"constructor": {"name": "Array"}, "length": 2}',
  '[[{"constructor": 1}]]',
];

const NOT_JSON = ['undefined', "'x'", '"x', '{"a":1,}', '[1,]', '/* x */ 1', '"\t"', '\\u0031'];

const HUGE = [
  `"${'x'.repeat(LONG)}"`,
  `"${'\u{1f600}'.repeat(LONG / 4)}"`,
  `"${' '.repeat(LONG)}"`,
  `"${'('.repeat(LONG)}"`,
  '9'.repeat(LONG),
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  `${'['.repeat(30)}${']'.repeat(30)}`,
  `[${'0,'.repeat(LONG)}0]`,
  `[${'{},'.repeat(WIDE)}{}]`,
  `[${'0,'.repeat(FULL)}0]`,
  `[${'{},'.repeat(FULL)}{}]`,
  objectOf(WIDE),
  objectOf(19_000),
  objectOf(FULL_OBJECT),
  `[${`${objectOf(FULL_OBJECT)},`.repeat(50)}{}]`,
  `[${'{"day":"monday","start":"09:00"},'.repeat(3_000)}{}]`,
  `[{"day":"monday","breaks":[${'{"start":"x"},'.repeat(4_000)}{}]}]`,
  `"x${MARKS.repeat(10_000)}"`,
  `"${`x${MARKS.repeat(FULL_RUN / 2)}`.repeat(150)}"`,
  `"${`x${MARKS.repeat(FULL_RUN)}`.repeat(80)}"`,
];

/** Makes an object of so many members, none of which the interface knows. */
function objectOf(members: number): string {
  return `{${Array.from({ length: members }, (_, nth) => `"m${nth}":${nth}`).join(',')}}`;
}

/** Names of members that JavaScript objects inherit, or that some libraries interpret. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'toJSON',
  'then',
  'length',
  'id',
  '',
  'a[b]',
  'a.b',
  '\u0000',
];

/** Generates JSON text that replaces a member of a body. */
export const hostileJson: fc.Arbitrary<RawJson> = fc
  .oneof(
    { weight: 5, arbitrary: fc.constantFrom(...NUMBERS) },
    { weight: 5, arbitrary: fc.constantFrom(...UNICODE).map((text) => JSON.stringify(text)) },
    { weight: 6, arbitrary: fc.constantFrom(...SHAPED).map((text) => JSON.stringify(text)) },
    { weight: 3, arbitrary: fc.constantFrom(...WRITTEN) },
    { weight: 5, arbitrary: fc.constantFrom(...STRUCTURES) },
    { weight: 4, arbitrary: fc.constantFrom(...IMPOSTORS) },
    { weight: 1, arbitrary: fc.constantFrom(...NOT_JSON) },
    { weight: 2, arbitrary: fc.constantFrom(...HUGE) },
    { weight: 3, arbitrary: anyText().map((text) => JSON.stringify(text)) },
    { weight: 3, arbitrary: fc.json({ maxDepth: 3 }) },
  )
  .map((text) => new RawJson(text));

/** Generates the name of an additional member. */
export const hostileName: fc.Arbitrary<string> = fc.constantFrom(...NAMES);

/** Texts that are hostile anywhere. */
export const HOSTILE_TEXTS: readonly string[] = [...SHAPED, ...UNICODE, ...NUMBERS];
