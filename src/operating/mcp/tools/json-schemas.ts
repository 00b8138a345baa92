import { HIDDEN_EXTENSION } from '../../../platform/http/validation/field';
import {
  resolve,
  type Schema,
  type SchemaOrReference,
  type Schemas,
} from '../../../platform/openapi/operations';
import { LEFT_OUT } from './left-out';

/** A JSON schema (draft 2020-12), as tools have them. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What is written anew, and what a model has no use for: the service judges patterns, and each token of them would be paid for. */
const DROPPED = new Set([
  'pattern',
  'example',
  'nullable',
  'properties',
  'items',
  'additionalProperties',
  'required',
]);

/**
 * The JSON schema of a schema of the OpenAPI document (3.0), which is a dialect: its references are followed, and null is a type.
 * Members that keys can hide may be null.
 * @param isTerse without descriptions: a model reads results by their names
 */
export function jsonSchemaOf(schema: SchemaOrReference, schemas: Schemas, isTerse: boolean): JsonSchema {
  const { items, additionalProperties, properties, required, ...own } = resolve(schema, schemas) as Schema & {
    readonly nullable?: boolean;
  };
  const inner = (each: SchemaOrReference) => jsonSchemaOf(each, schemas, isTerse);
  const members = Object.entries(properties ?? {}).filter(([name]) => !LEFT_OUT.has(name));
  const names = required?.filter((name) => !LEFT_OUT.has(name));
  return orNull(own, {
    ...plain(own, isTerse),
    ...(properties && { properties: Object.fromEntries(members.map(([name, each]) => [name, inner(each)])) }),
    ...(names && { required: names }),
    ...(items && { items: inner(items) }),
    ...(typeof additionalProperties === 'object' && { additionalProperties: inner(additionalProperties) }),
    ...(typeof additionalProperties === 'boolean' && { additionalProperties }),
  });
}

function plain(schema: object, isTerse: boolean): JsonSchema {
  const kept = Object.entries(schema).filter(
    ([name]) => !DROPPED.has(name) && !name.startsWith('x-') && !(isTerse && name === 'description'),
  );
  return Object.fromEntries(kept);
}

function orNull(own: object, schema: JsonSchema): JsonSchema {
  const mayBeNull = ('nullable' in own && own.nullable === true) || HIDDEN_EXTENSION in own;
  if (!mayBeNull || typeof schema['type'] !== 'string') return schema;
  const values = schema['enum'] as readonly unknown[] | undefined;
  return { ...schema, type: [schema['type'], 'null'], ...(values && { enum: [...values, null] }) };
}
