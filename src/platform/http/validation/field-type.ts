import type { SchemaObject } from '@nestjs/swagger';

/** What a value looks like in JSON: its schema, and its type in TypeScript. */
export interface Shape<Value = unknown> {
  readonly schema: object;
  /** May be `null`. */
  readonly nullable?: boolean;
  /** Never set: it is for the compiler alone. */
  readonly value?: Value;
}

/** One kind of value in a body or a query: its schema, how it is cleaned, and what is valid. */
export interface FieldType<Value = unknown> extends Shape<Value> {
  readonly schema: SchemaObject;
  /** Turns a raw value into its stored form; returns a value that it cannot read unchanged. */
  readonly clean?: (value: unknown) => unknown;
  /** The fault of a cleaned value, as a message that follows the field's name; `undefined` when it is valid. */
  readonly fault: (value: unknown) => string | undefined;
  /** Of an id, or a list of them: of which resource, in the plural. A key can be narrowed to those of some resources. */
  readonly ids?: string;
  /** Of a list of objects: their class, whose members are validated one by one. */
  readonly entry?: () => new () => object;
}
