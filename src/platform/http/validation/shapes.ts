import type { Type } from '@nestjs/common';
import type { FieldType, Shape } from './field-type';

/** What members of answers look like. The types of members of bodies are shapes, too. */
export const TEXT: Shape<string> = { schema: { type: 'string' } };
export const INTEGER: Shape<number> = { schema: { type: 'integer' } };
/** An integer that may have more than 32 bits. */
export const LONG: Shape<number> = { schema: { type: 'integer', format: 'int64' } };
export const NUMBER: Shape<number> = { schema: { type: 'number' } };
export const FLAG: Shape<boolean> = { schema: { type: 'boolean' } };
export const TRUE: Shape<true> = { schema: { type: 'boolean', enum: [true] } };
/** RFC 3339, with an offset. */
export const INSTANT: Shape<string> = { schema: { type: 'string', format: 'date-time' } };
/** An address of the web. */
export const URI: Shape<string> = { schema: { type: 'string', format: 'uri' } };
export const DATE: Shape<string> = { schema: { type: 'string', format: 'date' } };
export const UUID: Shape<string> = { schema: { type: 'string', format: 'uuid' } };

/** An object that the document does not describe further. */
export const OBJECT: Shape<Readonly<Record<string, unknown>>> = {
  schema: { type: 'object', additionalProperties: true },
};

/** An object of a class. */
export function one<Value extends object>(type: Type<Value>): Shape<Value> {
  return { schema: { type } };
}

/** A list of objects of a class. */
export function many<Value extends object>(type: Type<Value>): Shape<readonly Value[]> {
  return { schema: { type: [type] } };
}

/** A list of plain values. */
export function several<Value>({ schema }: Shape<Value>): Shape<readonly Value[]> {
  return { schema: { type: 'array', items: schema } };
}

/** The same, or `null`. */
export function orNull<Value>(type: FieldType<Value>): FieldType<Value | null>;
export function orNull<Value>(type: Shape<Value>): Shape<Value | null>;
export function orNull<Value>(type: Shape<Value>): Shape<Value | null> {
  return { ...type, nullable: true };
}
