import type { OpenAPIObject } from '@nestjs/swagger';
import { nameOf, operationsOf } from './operations';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type AnySchema = Schemas[string];
type Schema = Exclude<AnySchema, { $ref: string }>;
type Content = Record<string, { schema?: AnySchema; example?: unknown; examples?: unknown }>;

const JSON_TYPE = 'application/json';

/**
 * Gives every JSON body and success answer an example, put together from those of its members. A body has only the
 * members that have one of their own: what is there can be sent unchanged.
 */
export function addExamples(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  for (const { operation } of operationsOf(document)) {
    const { requestBody, responses } = operation;
    if (requestBody !== undefined && 'content' in requestBody)
      addExample(requestBody.content, schemas, false);
    for (const response of Object.values(responses)) {
      if (response !== undefined && 'description' in response && response.content !== undefined)
        addExample(response.content, schemas, true);
    }
  }
}

function addExample(content: Content, schemas: Schemas, isWhole: boolean): void {
  const media = content[JSON_TYPE];
  if (media?.schema === undefined || media.example !== undefined || media.examples !== undefined) return;
  const example = exampleOf(media.schema, schemas, isWhole);
  if (example !== undefined) media.example = example;
}

/** @param isWhole whether defaults and allowed values stand in where a member has no example */
function exampleOf(schema: AnySchema, schemas: Schemas, isWhole: boolean): unknown {
  const resolved = resolve(schema, schemas);
  if (resolved.example !== undefined) return resolved.example as unknown;
  const part = (inner: AnySchema) => exampleOf(inner, schemas, isWhole);
  if (resolved.allOf !== undefined) return merged(resolved.allOf.map(part));
  const alternative = (resolved.oneOf ?? resolved.anyOf)?.[0];
  if (alternative !== undefined) return part(alternative);
  if (resolved.properties !== undefined) return objectOf(resolved.properties, part);
  if (resolved.items !== undefined) return listOf(part(resolved.items), isWhole);
  if (!isWhole) return undefined;
  return (resolved.default as unknown) ?? (resolved.enum?.[0] as unknown);
}

function resolve(schema: AnySchema, schemas: Schemas): Schema {
  if (!('$ref' in schema)) return schema;
  return resolve(schemas[nameOf(schema.$ref)] ?? {}, schemas);
}

function objectOf(properties: Readonly<Record<string, AnySchema>>, part: (schema: AnySchema) => unknown) {
  const members = Object.entries(properties).map(([name, schema]) => [name, part(schema)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function listOf(item: unknown, isWhole: boolean): unknown {
  if (item !== undefined) return [item];
  return isWhole ? [] : undefined;
}

function merged(parts: readonly unknown[]): unknown {
  const [first] = parts;
  return parts.length === 1 ? first : Object.assign({}, ...parts);
}
