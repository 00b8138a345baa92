import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Field, type FieldOptions } from './field';
import type { FieldType, Shape } from './field-type';

/**
 * A member of bodies, queries and answers: its type, bounds and documentation, and where it stands. Their classes derive from
 * lists of members, and so do their types in TypeScript. One list serves the bodies and the answer of a resource:
 *
 * - `required(…)`, `optional(…)`: in bodies and queries, and in every answer
 * - `answered(…)`, `sometimesAnswered(…)`: in answers only
 * - `answeredAs(…)`: in bodies, and with another type in every answer
 * - `unanswered(…)`: in bodies only
 */
export interface Member<Input extends Place = Place, Answer extends Place = Place> {
  readonly input?: { readonly type: FieldType; readonly options: FieldOptions };
  readonly answer?: ApiPropertyOptions;
  /** Never set: it is for the compiler alone. */
  readonly places?: { readonly input: Input; readonly answer: Answer };
}

interface Place {
  readonly is: 'required' | 'optional' | 'absent';
  readonly value: unknown;
}
interface Required<Value> {
  readonly is: 'required';
  readonly value: Value;
}
interface Optional<Value> {
  readonly is: 'optional';
  readonly value: Value;
}
interface Absent {
  readonly is: 'absent';
  readonly value: never;
}

/** The documentation of a member of answers. */
type AnswerOptions = Pick<ApiPropertyOptions, 'description' | 'example'>;

type Options = Omit<FieldOptions, 'optional'> & {
  /** What differs in answers: their example is that of bodies, or the default. The description is not. */
  readonly answer?: AnswerOptions;
};

/** Answers are not changed. */
type Shown<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

export type Members = Readonly<Record<string, Member>>;

export function required<Value>(
  type: FieldType<Value>,
  { answer, ...options }: Options = {},
): Member<Required<Value>, Required<Shown<Value>>> {
  return { input: { type, options }, answer: answerOf(type, { ...exampleOf(options), ...answer }) };
}

export function optional<Value>(
  type: FieldType<Value>,
  { answer, ...options }: Options = {},
): Member<Optional<Value>, Required<Shown<Value>>> {
  return {
    input: { type, options: { ...options, optional: true } },
    answer: answerOf(type, { ...exampleOf(options), ...answer }),
  };
}

export function answered<Value>(
  shape: Shape<Value>,
  options: AnswerOptions = {},
): Member<Absent, Required<Value>> {
  return { answer: answerOf(shape, options) };
}

export function sometimesAnswered<Value>(
  shape: Shape<Value>,
  options: AnswerOptions = {},
): Member<Absent, Optional<Value>> {
  return { answer: { ...answerOf(shape, options), required: false } as ApiPropertyOptions };
}

export function answeredAs<Input extends Place, Value>(
  shape: Shape<Value>,
  options: AnswerOptions,
  { input }: Member<Input>,
): Member<Input, Required<Value>> {
  return { input, answer: answerOf(shape, { ...exampleOf(input?.options), ...options }) };
}

export function unanswered<Input extends Place>({ input }: Member<Input>): Member<Input, Absent> {
  return { input };
}

export type Optionally<All extends Members> = {
  readonly [Name in keyof All]: Member<OptionalPlace<PlaceOf<All[Name], 'input'>>, Absent>;
};
type Sometimes<All extends Members, Name extends keyof All> = {
  readonly [Each in keyof All]: Each extends Name
    ? Member<Absent, OptionalPlace<PlaceOf<All[Each], 'answer'>>>
    : All[Each];
};

/** The members of a body, none of which is required: those of a PATCH. */
export function optionally<All extends Members>(members: All): Optionally<All> {
  return mapped(members, ({ input }) => ({
    input: input && { ...input, options: { ...input.options, optional: true, neededIf: undefined } },
  })) as Optionally<All>;
}

/** The members of an answer, some of which (left out: all of which) only some answers have. */
export function sometimes<All extends Members, Name extends keyof All & string>(
  members: All,
  names: readonly Name[] = Object.keys(members) as Name[],
): Sometimes<All, Name> {
  return mapped(members, (member, name) =>
    (names as readonly string[]).includes(name)
      ? { answer: member.answer && ({ ...member.answer, required: false } as ApiPropertyOptions) }
      : member,
  ) as Sometimes<All, Name>;
}

/** Those members that are named. */
export function only<All extends Members, Name extends keyof All & string>(
  members: All,
  names: readonly Name[],
): Pick<All, Name> {
  return filtered(members, (name) => (names as readonly string[]).includes(name)) as Pick<All, Name>;
}

/** Those members that are not named. */
export function without<All extends Members, Name extends keyof All & string>(
  members: All,
  names: readonly Name[],
): Omit<All, Name> {
  return filtered(members, (name) => !(names as readonly string[]).includes(name)) as Omit<All, Name>;
}

function filtered(members: Members, isKept: (name: string) => boolean): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => isKept(name)));
}

function mapped(members: Members, change: (member: Member, name: string) => Member): Members {
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member, name)]));
}

type PlaceOf<Each extends Member, Side extends 'input' | 'answer'> = NonNullable<Each['places']>[Side];
type OptionalPlace<Given extends Place> = Given['is'] extends 'absent' ? Absent : Optional<Given['value']>;

type Named<All extends Members, Side extends 'input' | 'answer', Is extends Place['is']> = keyof {
  [Name in keyof All as PlaceOf<All[Name], Side>['is'] extends Is ? Name : never]: never;
};
type Values<All extends Members, Side extends 'input' | 'answer'> = {
  -readonly [Name in keyof All]: PlaceOf<All[Name], Side>['value'];
};
type Flat<Type> = { [Name in keyof Type]: Type[Name] };
type On<All extends Members, Side extends 'input' | 'answer'> = Flat<
  Pick<Values<All, Side>, Named<All, Side, 'required'>> &
    Partial<Pick<Values<All, Side>, Named<All, Side, 'optional'>>>
>;

/** What a body or query of these members is. */
export type InputOf<All extends Members> = On<All, 'input'>;
export type AnswerOf<All extends Members> = On<All, 'answer'>;

/** The class of a body or a query with these members, after those of a base class. */
export function InputOf<All extends Members>(members: All): Type<InputOf<All>>;
export function InputOf<Base extends object, All extends Members>(
  base: Type<Base>,
  members: All,
): Type<Flat<Base & InputOf<All>>>;
export function InputOf(...given: readonly [Members] | readonly [Type<object>, Members]): Type<unknown> {
  return classOf(given, ({ input }) => input && Field(input.type, input.options));
}

/** The class of an answer with these members, after those of a base class. */
export function AnswerOf<All extends Members>(members: All): Type<AnswerOf<All>>;
export function AnswerOf<Base extends object, All extends Members>(
  base: Type<Base>,
  members: All,
): Type<Flat<Base & AnswerOf<All>>>;
export function AnswerOf(...given: readonly [Members] | readonly [Type<object>, Members]): Type<unknown> {
  return classOf(given, ({ answer }) => answer && ApiProperty(answer));
}

const listOfClass = new WeakMap<object, Members>();

/** The members of a class that `InputOf` or `AnswerOf` made, or of one that extends it; none of any other class. */
export function membersOf(type: Type<object>): Members {
  const found = listOfClass.get(type);
  const base: unknown = Object.getPrototypeOf(type);
  return found ?? (typeof base === 'function' ? membersOf(base as Type<object>) : {});
}

const Nothing = Object as Type<object>;

function classOf(
  given: readonly [Members] | readonly [Type<object>, Members],
  declare: (member: Member) => PropertyDecorator | undefined,
): Type<unknown> {
  const [base, members] = given.length === 1 ? [Nothing, given[0]] : given;
  class Derived extends base {}
  listOfClass.set(Derived, { ...membersOf(base), ...members });
  for (const [name, member] of Object.entries(members)) declare(member)?.(Derived.prototype, name);
  return Derived;
}

/** Answers are documented without the bounds of bodies: older rows may lie outside. */
function answerOf({ schema, nullable }: Shape, documented: AnswerOptions): ApiPropertyOptions {
  return { ...withoutBounds(schema), ...(nullable === true && { nullable }), ...documented };
}

function exampleOf({ example, default: fallback }: FieldOptions = {}): AnswerOptions {
  return { example: example === undefined ? fallback : example };
}

const BOUNDS = [
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'description',
];

function withoutBounds(schema: object): object {
  const left = Object.entries(schema).filter(([name]) => !BOUNDS.includes(name));
  return Object.fromEntries(
    left.map(([name, value]) => [
      name,
      name === 'items' ? withoutBounds(value as object) : (value as unknown),
    ]),
  );
}
