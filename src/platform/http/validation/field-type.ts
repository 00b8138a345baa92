import type { SchemaObject } from '@nestjs/swagger';

/** One kind of value in a body or a query: its schema, how it is cleaned, and what is valid. */
export interface FieldType {
  readonly schema: SchemaObject;
  /** Turns a raw value into its stored form; returns a value that it cannot read unchanged. */
  readonly clean?: (value: unknown) => unknown;
  /** The fault of a cleaned value, as a message that follows the field's name; `undefined` when it is valid. */
  readonly fault: (value: unknown) => string | undefined;
}
