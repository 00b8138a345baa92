import fc from 'fast-check';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type Operation, type PlacedOperation } from '../../../src/platform/openapi/operations';
import { hostileJson, hostileName } from './hostile-json';
import { hostileHeader, hostileParameter, hostileSegment, hostileValue } from './hostile-texts';
import { KIND_OF_ID, KIND_OF_OWNER } from './kinds';
import { LiveId, RawJson } from './parts';
import { type AnySchema, idOf, inOrder, isKeyed, ValidValues } from './valid-values';

type Parameter = Extract<NonNullable<Operation['parameters']>[number], { in: string }>;

/** A request whose ids are still placeholders. */
export interface Draft {
  /** The path parameters by name; the client sends a text unchanged. */
  readonly segments: Readonly<Record<string, LiveId | string>>;
  /** Each element is a complete `name=value`, or a name with its value. */
  readonly query: readonly (string | readonly [name: string, value: LiveId | string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A damage that the body gets before it is sent. */
  readonly spoil?: Spoil;
  readonly sender?: Sender;
}

export type Sender = 'admin' | 'staff' | 'anonymous';

/** A damage to the text of a body. */
export type Spoil =
  | { readonly kind: 'add'; readonly name: string; readonly value: RawJson; readonly atEnd: boolean }
  | { readonly kind: 'bytes'; readonly how: (typeof BYTES)[number] };

export const BYTES = [
  'empty',
  'bom',
  'utf-16',
  'invalid utf-8',
  'overlong utf-8',
  'surrogate in utf-8',
  'truncated',
  'doubled',
  'trailing comma',
  'gzip',
  'half a gzip',
  'no gzip',
] as const;

/** Generates drafts of requests to one operation. */
export class Drafts {
  private readonly values: ValidValues;
  private readonly parameters: readonly Parameter[];
  private readonly bodySchema: AnySchema | undefined;

  constructor(
    document: OpenAPIObject,
    private readonly placed: PlacedOperation,
  ) {
    this.values = new ValidValues(document.components?.schemas ?? {});
    this.parameters = (placed.operation.parameters ?? []).filter((each): each is Parameter => 'in' in each);
    this.bodySchema = bodySchemaOf(placed.operation);
  }

  /** Generates requests that match the OpenAPI document. */
  valid(): fc.Arbitrary<Draft> {
    return fc.record({
      segments: fc.record(
        Object.fromEntries(this.named('path').map(({ name }) => [name, segmentOf(this.placed.path, name)])),
        { noNullPrototype: true },
      ),
      query: this.query(),
      headers: fc.constant({}),
      ...(this.bodySchema !== undefined && { body: this.values.of(this.bodySchema) }),
    });
  }

  /** Generates requests that are valid except for one or two faults. */
  hostile(): fc.Arbitrary<Draft> {
    const changes = fc.array(this.change(), { minLength: 1, maxLength: 2 });
    return fc
      .tuple(this.valid(), changes)
      .map(([draft, all]) => all.reduce((spoilt, change) => change(spoilt), draft));
  }

  private query(): fc.Arbitrary<Draft['query']> {
    const parameters = this.named('query');
    const members = Object.fromEntries(
      parameters.map(({ name, schema = {} }) => [
        name,
        this.values
          .of(schema, name)
          .map((value) => (value instanceof LiveId || isKeyed(schema) ? value : asText(value))),
      ]),
    );
    const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
    return inOrder(fc.record(members, { requiredKeys, noNullPrototype: true })).map((record) =>
      Object.entries(record).flatMap(([name, value]) => parametersOf(name, value)),
    );
  }

  private change(): fc.Arbitrary<Change> {
    const [names, segments] = [this.named('query'), this.named('path')];
    return fc.oneof(
      { weight: 1, arbitrary: hostileHeader.map(changeHeader) },
      { weight: 1, arbitrary: fc.constantFrom('staff' as const, 'anonymous' as const).map(changeSender) },
      { weight: segments.length > 0 ? 2 : 0, arbitrary: this.segmentChange(segments) },
      { weight: names.length > 0 ? 8 : 1, arbitrary: this.queryChange(names) },
      ...(this.bodySchema === undefined ? [] : [{ weight: 14, arbitrary: this.bodyChange() }]),
    );
  }

  private segmentChange(segments: readonly Parameter[]): fc.Arbitrary<Change> {
    return fc
      .tuple(fc.constantFrom(...segments.map(({ name }) => name), 'none'), hostileSegment)
      .map(([name, text]) => (draft) => ({ ...draft, segments: { ...draft.segments, [name]: text } }));
  }

  private queryChange(parameters: readonly Parameter[]): fc.Arbitrary<Change> {
    const name = fc.constantFrom(...parameters.map((parameter) => parameter.name), 'api_key');
    const changed = fc
      .tuple(name, hostileValue)
      .chain(([known, value]) => fc.tuple(fc.constant(known), hostileParameter(known, value), fc.boolean()));
    return changed.map(([known, text, isBeside]) => (draft) => {
      const others = draft.query.filter((each) => isBeside || typeof each === 'string' || each[0] !== known);
      return { ...draft, query: [...others, text] };
    });
  }

  private bodyChange(): fc.Arbitrary<Change> {
    const replace = fc.tuple(fc.nat(), hostileJson).map(([nth, value]): Change => (draft) => ({
      ...draft,
      body: replaced(draft.body, this.members(), nth, value),
    }));
    const drop = fc
      .nat()
      .map((nth): Change => (draft) => ({ ...draft, body: replaced(draft.body, [], nth, undefined) }));
    const add = fc
      .record({
        name: fc.oneof(hostileName, fc.constantFrom(...this.members(), 'id')),
        value: hostileJson,
        atEnd: fc.boolean(),
      })
      .map((member): Change => (draft) => ({ ...draft, spoil: { kind: 'add', ...member } }));
    const bytes = fc
      .constantFrom(...BYTES)
      .map((how): Change => (draft) => ({ ...draft, spoil: { kind: 'bytes', how } }));
    return fc.oneof(
      { weight: 8, arbitrary: replace },
      { weight: 2, arbitrary: drop },
      { weight: 3, arbitrary: add },
      { weight: 2, arbitrary: bytes },
    );
  }

  private members(): string[] {
    return Object.keys(this.bodySchema === undefined ? {} : this.values.membersOf(this.bodySchema));
  }

  private named(place: 'path' | 'query'): Parameter[] {
    return this.parameters.filter((parameter) => parameter.in === place);
  }
}

type Change = (draft: Draft) => Draft;

const changeHeader =
  ([name, value]: readonly [string, string]): Change =>
  (draft) => ({
    ...draft,
    headers: { ...draft.headers, [name]: value },
  });

const changeSender =
  (sender: Sender): Change =>
  (draft) => ({ ...draft, sender });

/** Returns the schema of the JSON body that an operation accepts. */
export function bodySchemaOf({ requestBody }: Operation): AnySchema | undefined {
  return requestBody !== undefined && 'content' in requestBody
    ? requestBody.content['application/json']?.schema
    : undefined;
}

function parametersOf(name: string, value: unknown): [name: string, value: LiveId | string][] {
  if (typeof value === 'string' || value instanceof LiveId) return [[name, value]];
  return Object.entries(value as object).map(([key, member]) => [`${name}[${key}]`, asText(member)]);
}

function asText(value: unknown): string {
  return encodeURIComponent(String(value));
}

function segmentOf(path: string, name: string): fc.Arbitrary<LiveId | string> {
  if (name === 'date') return fc.constantFrom('2026-12-20', '2026-12-24', '2028-02-29', '2026-02-30');
  if (name === 'token') return fc.constantFrom('0'.repeat(55), 'none');
  if (name === 'slug') return fc.constantFrom('provider-1', 'provider-2', 'unknown');
  const owner = KIND_OF_ID.get(name) ?? KIND_OF_OWNER.get(path.split('/')[1] ?? '');
  if (owner === undefined) throw new Error(`whose id is ${name} of ${path}?`);
  return idOf(owner).map((id) => (id instanceof LiveId ? id : String(id)));
}

/**
 * Replaces one value in a body, or the whole body; `undefined` removes the member.
 * @param names members that may be missing
 */
function replaced(body: unknown, names: readonly string[], nth: number, value: unknown): unknown {
  const places: (readonly (string | number)[])[] = [...placesIn(body), ...names.map((name) => [name])];
  return withAt(body, places[nth % places.length] ?? [], value);
}

function placesIn(value: unknown): (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null || value instanceof LiveId || value instanceof RawJson)
    return [[]];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return [[], ...entries.flatMap(([name, inner]) => placesIn(inner).map((place) => [name, ...place]))];
}

function withAt(body: unknown, [first, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(body))
    return body.map((item, nth) => (nth === first ? withAt(item, rest, value) : (item as unknown)));
  const members = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return { ...members, [first]: withAt(members[first], rest, value) };
}
