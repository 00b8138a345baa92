import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform, type TransformFnParams, Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import type { FieldType } from './field-type';
import type { Hidden } from '../../restrictions';
import type { JsonObject } from '../../values/json-object';

/** The extension of the schema of a member, or of an operation, that says what keys can hide. */
export const HIDDEN_EXTENSION = 'x-hidden';

const NO_OBJECTS = 'must be a list of objects';

export interface FieldOptions {
  /** May be absent. */
  readonly optional?: boolean;
  /** Makes an optional member required in some bodies. */
  readonly neededIf?: (body: never) => boolean;
  /** The value of an absent member, as documented. `withDefaults` applies it to the body of a POST or PUT. */
  readonly default?: unknown;
  /** A PUT without this member keeps the stored value, even if null could take its place. For members without a default. */
  readonly stays?: true;
  readonly description?: string;
  readonly example?: unknown;
  /** Other names under which a body may carry this member. They are read when its own name is absent. */
  readonly aliases?: readonly string[];
  /** In a free-form body, the snake_case spelling of the name is an alias, too. */
  readonly freeForm?: boolean;
  /** Finds the value in a body or a query as it was sent. By default it is the member of that name, or of an alias. */
  readonly read?: (sent: JsonObject) => unknown;
  /** Of a query: one parameter for each key, written `name[key]=value`. */
  readonly isKeyed?: boolean;
  /** Whether the service ignores the member of this body or query, as sent; `meta.ignored` then names it. */
  readonly ignoredIf?: (sent: JsonObject, hasKey: boolean) => boolean;
  /** Keys that hide this group must not send the member. */
  readonly hides?: Hidden;
  /** Of an id: what an input that asks for time means with a narrowed key, whose ids are given, where it leaves the choice to the service. */
  readonly among?: (input: never, ids: readonly number[]) => object;
  /** Of an id: whether other members of the input stand for it, so that a narrowed key may leave it out. */
  readonly impliedIf?: (input: never) => boolean;
  /** Rules that concern other members as well. */
  readonly rules?: readonly PropertyDecorator[];
}

/** Declares a member of a body or query from one type: `@Transform` cleans, `@ValidateBy` validates, `@ApiProperty` documents. */
export function Field(type: FieldType, options: FieldOptions = {}): PropertyDecorator {
  const { entry } = type;
  return applyDecorators(
    ...reading(type, options),
    ...presence(type, options),
    ...(options.rules ?? []),
    ...(entry === undefined ? [] : [ValidateNested({ each: true, message: NO_OBJECTS })]),
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value) => type.fault(value) === undefined,
        defaultMessage: (args) => absence(args?.value) ?? type.fault(args?.value) ?? '',
      },
    }),
    ApiProperty({ ...type.schema, ...documentation(type, options) } as ApiPropertyOptions),
  );
}

/** A list of values of one type: at least `min` and at most `max`, each of them once. */
export function listOf<Value>(type: FieldType<Value>, max: number, min = 0): FieldType<Value[]> {
  const clean = type.clean ?? ((value: unknown) => value);
  return {
    ...(type.ids !== undefined && { ids: type.ids }),
    schema: { type: 'array', items: type.schema, maxItems: max, ...(min > 0 && { minItems: min }) },
    clean: (value) => (Array.isArray(value) ? [...new Set(value.map(clean))] : value),
    fault: (value) => {
      if (!Array.isArray(value)) return 'must be a list';
      return (
        faultOfLength(value, max, min) ??
        value.map((item) => type.fault(item)).find((fault) => fault !== undefined)
      );
    },
  };
}

/** A list of objects of one class: at least `min` and at most `max`, each validated by itself. */
export function objects<Entry extends object>(
  entry: () => new () => Entry,
  max: number,
  min = 0,
): FieldType<Entry[]> {
  return {
    // Nest recognises a lazy type by the name of the function, which must be `type`. Its options are no SchemaObject.
    schema: { type: () => entry(), isArray: true, maxItems: max, ...(min > 0 && { minItems: min }) } as never,
    fault: (value) => {
      if (!Array.isArray(value)) return 'must be a list';
      const hasLists = value.some((item) => Array.isArray(item));
      return faultOfLength(value, max, min) ?? (hasLists ? NO_OBJECTS : undefined);
    },
    entry,
  };
}

/** The other names under which a body may carry a member, in the order in which they are read. */
export function aliasesOf(name: string, { aliases = [], freeForm }: FieldOptions): readonly string[] {
  const snake = snakeCase(name);
  return freeForm === true && snake !== name && !aliases.includes(snake) ? [...aliases, snake] : aliases;
}

/** The fault of a member that is not there. */
function absence(value: unknown): string | undefined {
  return value === undefined ? 'is required' : undefined;
}

function faultOfLength(list: readonly unknown[], max: number, min: number): string | undefined {
  if (list.length < min) return min === 1 ? 'must not be empty' : `must have at least ${min} entries`;
  return list.length > max ? `must have at most ${max} entries` : undefined;
}

function presence({ nullable }: FieldType, { optional, neededIf }: FieldOptions): PropertyDecorator[] {
  if (optional !== true && nullable !== true) return [];
  const isNeeded = neededIf as ((body: object) => boolean) | undefined;
  return [
    ValidateIf(
      (body: object, value) =>
        !(optional === true && value === undefined && isNeeded?.(body) !== true) &&
        !(nullable === true && value === null),
    ),
  ];
}

function documentation({ nullable }: FieldType, options: FieldOptions) {
  const { optional, description, example, default: fallback, hides } = options;
  return {
    required: optional !== true,
    ...(nullable === true && { nullable }),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
    ...(fallback !== undefined && { default: fallback }),
    ...(hides !== undefined && { [HIDDEN_EXTENSION]: hides }),
  };
}

function reading(type: FieldType, options: FieldOptions): PropertyDecorator[] {
  const { aliases = [], freeForm = false, read: find } = options;
  if (type.entry !== undefined) return [Type(type.entry)];
  const clean = (value: unknown) =>
    value === undefined || value === null ? value : (type.clean?.(value) ?? value);
  if (find !== undefined)
    return [
      Expose({ toClassOnly: true }),
      Transform(({ obj }) => clean(find(obj as JsonObject)), { toClassOnly: true }),
    ];
  if (aliases.length === 0 && !freeForm)
    return [Transform(({ value }) => clean(value), { toClassOnly: true })];
  const read = ({ value, key, obj }: TransformFnParams) => {
    if (value !== undefined) return clean(value);
    const name = aliasesOf(key, { aliases, freeForm }).find((candidate) =>
      Object.hasOwn(obj as object, candidate),
    );
    return name === undefined ? undefined : clean((obj as Record<string, unknown>)[name]);
  };
  // `@Expose` makes the transformer read the member even when the body has it only under an alias.
  return [Expose({ toClassOnly: true }), Transform(read, { toClassOnly: true })];
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
