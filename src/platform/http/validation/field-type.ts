import type { SchemaObject } from '@nestjs/swagger';

/** One kind of value that a body or a query may hold: how it is documented, cleaned and judged. */
export interface FieldType {
  readonly schema: SchemaObject;
  /** Brings a raw value into its stored form; hands on unchanged what it cannot read. */
  readonly clean?: (value: unknown) => unknown;
  /** What is wrong with a cleaned value, as a message that follows the field's name; `undefined` when it is right. */
  readonly fault: (value: unknown) => string | undefined;
}
