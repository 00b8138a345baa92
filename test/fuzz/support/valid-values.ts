import fc from 'fast-check';
import { anyText } from './any-text';
import type { OpenAPIObject } from '@nestjs/swagger';
import { nameOf } from '../../../src/platform/openapi/operations';
import { type Kind, KIND_OF_ID, KINDS } from './kinds';
import { LiveId } from './parts';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type AnySchema = Schemas[string];
type Schema = Exclude<AnySchema, { $ref: string }>;

/** The day around which all generated timestamps lie. */
const AROUND = Date.parse('2026-12-01');
const DAY_MS = 86_400_000;
/** Some time zones; a schema of OpenAPI cannot list the valid ones. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Antarctica/Troll',
];
/** Some language tags, likewise: a pattern takes other texts, too. */
const LANGUAGES = ['de', 'pt-BR', 'PT-br', 'zh-Hant-TW', 'sr-Latn', 'de-DE-u-co-phonebk'];
/** Some recurrence rules, likewise. */
const RULES = [
  'FREQ=DAILY;COUNT=3',
  'FREQ=WEEKLY;INTERVAL=2;UNTIL=20270131',
  'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=5',
  'FREQ=MONTHLY;BYDAY=1TU,-1FR;COUNT=2',
];
/** Some scopes, addresses and origins of API keys, likewise. */
const OF_KEYS: Readonly<Record<string, readonly string[]>> = {
  scopes: ['catalogue:read', 'locations:read', 'appointments:book', '*:read', 'customers:write'],
  allowIp: ['192.0.2.7', '192.0.2.0/24', '2001:db8::/32', '::ffff:192.0.2.0/120', '::/0'],
  origins: [
    'https://salon.example',
    'http://localhost:3000',
    'https://xn--bcher-kva.example',
    'http://[::1]',
  ],
};
/** Keys of metadata, which a schema of OpenAPI cannot describe. */
const KEYS = fc
  .stringMatching(/^[A-Za-z0-9_.-]{1,40}$/)
  .filter((key) => !(key in Object.prototype) && key !== 'prototype');
const OFFSETS = ['', 'Z', '+02:00', '-11:30', '+14:00'];
/** Pairs of members of which the first must not be later than the second. */
const PAIRS = [
  ['start', 'end'],
  ['workStart', 'workEnd'],
  ['from', 'to'],
  ['timeFrom', 'timeTo'],
] as const;
/** What a schema that says nothing allows. */
const ANY_SCALAR = fc.oneof(fc.string({ maxLength: 40 }), fc.integer(), fc.boolean(), fc.constant(null));
const MANY_SCRIPTS = 'Zoë 漢字 Ωμέγα עברית 🧑🏽‍🦱 𝒜𝓃𝒶';

/** Generates values that match the OpenAPI document. */
export class ValidValues {
  constructor(private readonly schemas: Schemas) {}

  /** @param name of the member or parameter; for an id, it determines the kind of resource */
  of(schema: AnySchema, name = ''): fc.Arbitrary<unknown> {
    if ('$ref' in schema) return this.of(this.schemas[nameOf(schema.$ref)] ?? {}, name);
    const value = this.ofType(schema, name);
    return schema.nullable === true ? fc.option(value, { freq: 5 }) : value;
  }

  /** The members of an object, by name. */
  membersOf(schema: AnySchema): Readonly<Record<string, AnySchema>> {
    return '$ref' in schema
      ? this.membersOf(this.schemas[nameOf(schema.$ref)] ?? {})
      : (schema.properties ?? {});
  }

  /** Generates an object with all required members and some of the others, or with keys of its own. */
  private objectOf({
    properties = {},
    required = [],
    additionalProperties: values,
  }: Schema): fc.Arbitrary<unknown> {
    if (typeof values === 'object') {
      const value = Object.keys(values).length === 0 ? ANY_SCALAR : this.of(values);
      return fc.dictionary(KEYS, value, { maxKeys: 3, noNullPrototype: true });
    }
    const members = Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, this.of(member, name)]),
    );
    return inOrder(fc.record(members, { requiredKeys: required, noNullPrototype: true }));
  }

  private ofType(schema: Schema, name: string): fc.Arbitrary<unknown> {
    const [only] = schema.allOf ?? [];
    if (only !== undefined) return this.of(only, name);
    const alternatives = schema.oneOf ?? schema.anyOf;
    if (alternatives !== undefined) return fc.oneof(...alternatives.map((each) => this.of(each, name)));
    if (schema.enum !== undefined) return fc.constantFrom(...(schema.enum as unknown[]));
    switch (schema.type) {
      case 'object':
        return this.objectOf(schema);
      case 'array':
        return fc.array(this.of(schema.items ?? {}, name), {
          minLength: schema.minItems ?? 0,
          maxLength: Math.min(schema.maxItems ?? 3, 3),
        });
      case 'integer':
        return integerOf(schema, name);
      case 'number':
        return amountOf(schema);
      case 'boolean':
        return fc.boolean();
      default:
        if (schema.format === 'uuid') return idOf('hold');
        if (name === 'rrule') return fc.constantFrom(...RULES);
        if (/language$/i.test(name)) return fc.constantFrom(...languagesOf(schema));
        if (OF_KEYS[name] !== undefined) return fc.constantFrom(...OF_KEYS[name]);
        return /timezone$/i.test(name) ? fc.constantFrom(...ZONES) : textOf(schema);
    }
  }
}

/** Whether a parameter is an object, whose members are sent as `name[key]=value`. */
export function isKeyed(schema: AnySchema): boolean {
  return 'type' in schema && schema.type === 'object';
}

/** Generates an id that exists or any other one; by the document both are valid. */
export function idOf(kind: Kind): fc.Arbitrary<unknown> {
  const live = fc.nat(4).map((nth) => new LiveId(kind, nth));
  const { leastOtherId: min = 1 } = KINDS[kind];
  const other = kind === 'hold' ? fc.uuid() : fc.integer({ min, max: 2_147_483_647 });
  return fc.oneof({ weight: 3, arbitrary: live }, { weight: 1, arbitrary: other });
}

/** The languages that the pattern allows: some members take only languages in which the service writes. */
function languagesOf({ pattern = '' }: Schema): string[] {
  return LANGUAGES.filter((tag) => new RegExp(pattern).test(tag));
}

function integerOf({ minimum = -1_000, maximum = 1_000 }: Schema, name: string): fc.Arbitrary<unknown> {
  const kind = KIND_OF_ID.get(name);
  if (kind !== undefined) return idOf(kind);
  const small = fc.integer({ min: minimum, max: Math.min(maximum, minimum + 90) });
  return fc.oneof(small, fc.integer({ min: minimum, max: maximum }), fc.constantFrom(minimum, maximum));
}

/** Generates a price with two decimals. `multipleOf: 0.01` cannot express that, because binary fractions are inexact. */
function amountOf({ minimum = 0, maximum = 1_000 }: Schema): fc.Arbitrary<number> {
  return fc.integer({ min: minimum * 100, max: Math.round(maximum * 100) }).map((cents) => cents / 100);
}

const TEXTS = new Map<string, fc.Arbitrary<string>>();

/** Builds a generator on first use and caches it: fast-check tries out many strings on each new one. */
function textOf({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
  if (format === 'date') return dates();
  const shape = JSON.stringify([pattern, minLength, maxLength]);
  const known = TEXTS.get(shape);
  if (known) return known;
  const texts = textsOf(pattern, minLength, maxLength);
  TEXTS.set(shape, texts);
  return texts;
}

function textsOf(pattern: string | undefined, minLength: number, maxLength: number): fc.Arbitrary<string> {
  const shape = new RegExp(pattern ?? '', 'u');
  const fits = (text: string) =>
    shape.test(text) && Array.from(text).length >= minLength && Array.from(text).length <= maxLength;
  if (pattern !== undefined && !fits(MANY_SCRIPTS)) return shapedText(pattern, fits);
  const length = { minLength, maxLength: Math.min(maxLength, 60) };
  return fc
    .oneof(
      fc.string({ unit: 'grapheme', ...length }),
      anyText(length),
      fc.constantFrom(MANY_SCRIPTS, 'x'.repeat(maxLength), '\u{1f9d1}'.repeat(maxLength)),
    )
    .filter(fits);
}

/** Generates any text of a pattern, or a plausible one for the pattern of a timestamp. */
function shapedText(pattern: string, fits: (text: string) => boolean): fc.Arbitrary<string> {
  const matching = fc.stringMatching(new RegExp(pattern)).filter(fits);
  if (pattern.includes('@('))
    return fc.oneof(matching, fc.emailAddress().filter(fits)).filter(hasShortLocalPart);
  const likely = [
    dates(),
    times(),
    fc
      .tuple(dates(), times(), fc.constantFrom(...OFFSETS))
      .map(([date, time, offset]) => `${date}T${time}${offset}`),
  ];
  const fitting = likely.filter((arbitrary) => fc.sample(arbitrary, { numRuns: 5, seed: 1 }).every(fits));
  return fc.oneof(
    { weight: 1, arbitrary: matching },
    ...fitting.map((arbitrary) => ({ weight: 3, arbitrary })),
  );
}

/** RFC 5321 allows 64 octets before the `@`, which a pattern of code points cannot say. */
function hasShortLocalPart(address: string): boolean {
  return Buffer.byteLength(address.normalize('NFKC').split('@')[0] ?? '') <= 64;
}

function times(): fc.Arbitrary<string> {
  const two = (number: number) => String(number).padStart(2, '0');
  return fc
    .tuple(fc.integer({ min: 8, max: 18 }), fc.constantFrom(0, 15, 30, 59))
    .map(([hour, minute]) => `${two(hour)}:${two(minute)}`);
}

/** Puts most ends after their starts, because the service refuses the reverse order before it checks other rules. */
export function inOrder<T extends object>(values: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc
    .tuple(values, fc.nat(9))
    .map(([value, dice]) => (dice === 0 ? value : PAIRS.reduce(ordered, value)));
}

function ordered<T extends object>(value: T, [first, second]: (typeof PAIRS)[number]): T {
  const { [first]: start, [second]: end } = value as Readonly<Record<string, unknown>>;
  const isInverse = typeof start === 'string' && typeof end === 'string' && start > end;
  return isInverse ? { ...value, [first]: end, [second]: start } : value;
}

function dates(): fc.Arbitrary<string> {
  const day = (days: number) => new Date(AROUND + days * DAY_MS).toISOString().slice(0, 10);
  return fc.oneof(fc.integer({ min: -20, max: 60 }), fc.integer({ min: -20_000, max: 60_000 })).map(day);
}
