import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Expose, Transform, type TransformFnParams, Type } from 'class-transformer';
import { IsArray, ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import type { FieldType } from './field-type';

export interface FieldOptions {
  /** May be absent. */
  readonly optional?: boolean;
  /** May be `null`. */
  readonly nullable?: boolean;
  /** Of a list: the least number of entries. */
  readonly minItems?: number;
  /** What an absent value means. Documentation only: the service applies it. */
  readonly default?: unknown;
  readonly description?: string;
  readonly example?: unknown;
  /** Other names under which a body may carry this member. They are read when its own name is absent. */
  readonly aliases?: readonly string[];
  /** In a free-form body, the snake_case spelling of the name is an alias, too. */
  readonly freeForm?: boolean;
  /** Finds the value in a body or a query as it was sent. By default it is the member of that name, or of an alias. */
  readonly read?: (sent: Readonly<Record<string, unknown>>) => unknown;
  /** Of a query: one parameter for each key, written `name[key]=value`. */
  readonly isKeyed?: boolean;
  /** Whether the service ignores the member of this body or query, as sent; `meta.ignored` then names it. */
  readonly ignoredIf?: (sent: Readonly<Record<string, unknown>>, hasKey: boolean) => boolean;
}

/** What each field tells `meta.ignored` about itself, as the `context` of its class-validator rule. */
export type FieldContext = Pick<FieldOptions, 'aliases' | 'freeForm' | 'isKeyed' | 'ignoredIf'> & {
  /** The class of the entries of a list of objects. */
  readonly entry?: () => new () => object;
};

/**
 * Declares a member of a body or a query. One small layer over the usual decorators: `@Transform` cleans, `@ValidateBy`
 * validates with one message, `@ApiProperty` documents, all three from one type.
 */
export function Field(type: FieldType, options: FieldOptions = {}): PropertyDecorator {
  return applyDecorators(
    ...reading(type, options),
    ...presence(options),
    ValidateBy(
      {
        name: 'field',
        validator: {
          validate: (value) => type.fault(value) === undefined,
          defaultMessage: (args) => absence(args?.value) ?? type.fault(args?.value) ?? '',
        },
      },
      { context: options satisfies FieldContext },
    ),
    ApiProperty({ ...type.schema, ...documentation(options) } as ApiPropertyOptions),
  );
}

/** A member that is a list of values of one type, of at most `max`. */
export function ListField(type: FieldType, max: number, options: FieldOptions = {}): PropertyDecorator {
  const clean = type.clean ?? ((value: unknown) => value);
  return Field(
    {
      schema: { type: 'array', items: type.schema, maxItems: max },
      clean: (value) => (Array.isArray(value) ? [...new Set(value.map(clean))] : value),
      fault: (value) => {
        if (!Array.isArray(value)) return 'must be a list';
        if (faultOfLength(value, max, options) !== undefined) return faultOfLength(value, max, options);
        return value.map((item) => type.fault(item)).find((fault) => fault !== undefined);
      },
    },
    options,
  );
}

/** A member that is a list of objects of one class, of at most `max`, each validated by itself. */
export function NestedListField(
  item: () => new () => object,
  max: number,
  options: FieldOptions = {},
): PropertyDecorator {
  return applyDecorators(
    Type(item),
    ...presence(options),
    IsArray({ message: ({ value }) => absence(value) ?? 'must be a list' }),
    ValidateBy({
      name: 'listLength',
      validator: {
        validate: (value) => !Array.isArray(value) || faultOfLength(value, max, options) === undefined,
        defaultMessage: (args) => faultOfLength(args?.value as unknown[], max, options) ?? '',
      },
    }),
    ValidateBy({
      name: 'listOfObjects',
      validator: {
        // class-validator would validate the entries of a list within the list as if they were its own.
        validate: (value) => !Array.isArray(value) || !value.some((entry) => Array.isArray(entry)),
        defaultMessage: () => 'must be a list of objects',
      },
    }),
    ValidateNested({
      each: true,
      message: 'must be a list of objects',
      context: { ...options, entry: item } satisfies FieldContext,
    }),
    // Nest recognises a lazy type by the name of the function, which must be `type`.
    ApiProperty({ type: () => item(), isArray: true, maxItems: max, ...documentation(options) }),
  );
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

function faultOfLength(
  list: readonly unknown[],
  max: number,
  { minItems = 0 }: FieldOptions,
): string | undefined {
  if (list.length < minItems)
    return minItems === 1 ? 'must not be empty' : `must have at least ${minItems} entries`;
  return list.length > max ? `must have at most ${max} entries` : undefined;
}

function presence({ optional, nullable }: FieldOptions): PropertyDecorator[] {
  if (optional !== true && nullable !== true) return [];
  return [
    ValidateIf(
      (_object, value) =>
        !(optional === true && value === undefined) && !(nullable === true && value === null),
    ),
  ];
}

function documentation(options: FieldOptions) {
  const { optional, nullable, minItems, description, example, default: fallback } = options;
  return {
    required: optional !== true,
    ...(nullable === true && { nullable }),
    ...(minItems !== undefined && { minItems }),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { example }),
    ...(fallback !== undefined && { default: fallback }),
  };
}

function reading(type: FieldType, options: FieldOptions): PropertyDecorator[] {
  const { aliases = [], freeForm = false, read: find } = options;
  const clean = (value: unknown) =>
    value === undefined || value === null ? value : (type.clean?.(value) ?? value);
  if (find !== undefined)
    return [
      Expose({ toClassOnly: true }),
      Transform(({ obj }) => clean(find(obj as Readonly<Record<string, unknown>>)), { toClassOnly: true }),
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
