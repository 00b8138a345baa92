import type { Type } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Field, type FieldOptions } from './field';
import type { FieldType, Shape } from './field-type';

/**
 * A member of bodies, queries and answers: its type, bounds and documentation, and where it stands. Their classes derive from
 * lists of members, and so do their types in TypeScript:
 *
 * - `required(…)`, `optional(…)`: in bodies and queries, and in every answer
 * - `answered(…)`, `sometimesAnswered(…)`: in answers only
 * - `unanswered(…)`: in bodies only
 */
export interface Member<Input extends Place = Place, Answer extends Place = Place> {
  readonly input?: { readonly type: FieldType; readonly options: FieldOptions };
  readonly answer?: ApiPropertyOptions;
  /** Never set: it tells the compiler where the member stands. */
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
  /** What differs in answers: the example is that of bodies, the description is not. */
  readonly answer?: AnswerOptions;
};

/** Answers are not changed. */
type Shown<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

export type Members = Readonly<Record<string, Member>>;

export function required<Value>(
  type: FieldType<Value>,
  { answer, ...options }: Options = {},
): Member<Required<Value>, Required<Shown<Value>>> {
  return { input: { type, options }, answer: answerOf(type, { example: options.example, ...answer }) };
}

export function optional<Value>(
  type: FieldType<Value>,
  { answer, ...options }: Options = {},
): Member<Optional<Value>, Required<Shown<Value>>> {
  return {
    input: { type, options: { ...options, optional: true } },
    answer: answerOf(type, { example: options.example, ...answer }),
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

export function unanswered<Input extends Place>({ input }: Member<Input>): Member<Input, Absent> {
  return { input };
}

type Named<All extends Members, Side extends 'input' | 'answer', Is extends Place['is']> = keyof {
  [Name in keyof All as NonNullable<All[Name]['places']>[Side]['is'] extends Is ? Name : never]: never;
};
type Values<All extends Members, Side extends 'input' | 'answer'> = {
  -readonly [Name in keyof All]: NonNullable<All[Name]['places']>[Side]['value'];
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

const Nothing = Object as Type<object>;

function classOf(
  given: readonly [Members] | readonly [Type<object>, Members],
  declare: (member: Member) => PropertyDecorator | undefined,
): Type<unknown> {
  const [base, members] = given.length === 1 ? [Nothing, given[0]] : given;
  class Derived extends base {}
  for (const [name, member] of Object.entries(members)) declare(member)?.(Derived.prototype, name);
  return Derived;
}

/** Answers are documented without the bounds of bodies: older rows may lie outside. */
function answerOf({ schema, nullable }: Shape, documented: AnswerOptions): ApiPropertyOptions {
  return { ...withoutBounds(schema), ...(nullable === true && { nullable }), ...documented };
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
