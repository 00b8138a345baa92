import type { OpenAPIObject } from '@nestjs/swagger';
import {
  type Operation,
  operationsOf,
  resolve,
  type Schema,
  type SchemaOrReference as AnySchema,
  type Schemas,
} from './operations';

type Content = Record<string, { schema?: AnySchema; example?: unknown; examples?: unknown }>;

const JSON_TYPE = 'application/json';

/**
 * Gives every JSON body and success answer an example, composed of the examples of its members. The example of a body has only
 * the members with an example of their own, so that it can be sent unchanged.
 */
export function addExamples(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  for (const { operation } of operationsOf(document)) {
    const { requestBody, responses } = operation;
    if (requestBody !== undefined && 'content' in requestBody)
      addExample(requestBody.content, schemas, false);
    for (const response of Object.values(responses)) {
      if (response === undefined || !('description' in response) || response.content === undefined) continue;
      addExample(response.content, schemas, true);
      showSortOf(operation, response.content);
    }
  }
}

/** The example of a page shows the order that the list has by default. */
function showSortOf({ parameters = [] }: Operation, content: Content): void {
  const sort = parameters.find((parameter) => 'name' in parameter && parameter.name === 'sort');
  const order = (sort as { schema?: { default?: string } } | undefined)?.schema?.default;
  const meta = (content[JSON_TYPE]?.example as { meta?: { sort?: string } } | undefined)?.meta;
  if (order !== undefined && meta?.sort !== undefined) meta.sort = order;
}

function addExample(content: Content, schemas: Schemas, isWhole: boolean): void {
  const media = content[JSON_TYPE];
  if (media?.schema === undefined || media.example !== undefined || media.examples !== undefined) return;
  const example = exampleOf(media.schema, schemas, isWhole);
  if (example !== undefined) media.example = example;
}

/** @param isWhole whether a default or an allowed value replaces a missing example */
function exampleOf(schema: AnySchema, schemas: Schemas, isWhole: boolean): unknown {
  const resolved = resolve(schema, schemas);
  if (resolved.example !== undefined) return resolved.example as unknown;
  const part = (inner: AnySchema) => exampleOf(inner, schemas, isWhole);
  const alternative = (resolved.oneOf ?? resolved.anyOf)?.[0];
  if (alternative !== undefined) return part(alternative);
  if (resolved.properties !== undefined) return objectOf(resolved, part);
  if (resolved.items !== undefined) return listOf(part(resolved.items), isWhole);
  if (!isWhole) return undefined;
  return (resolved.default as unknown) ?? (resolved.enum?.[0] as unknown);
}

/** An optional member is left out when its example would be empty. */
function objectOf(schema: Schema, part: (schema: AnySchema) => unknown): unknown {
  const members = Object.entries(schema.properties ?? {}).map(
    ([name, inner]) => [name, part(inner)] as const,
  );
  const isShown = ([name, value]: readonly [string, unknown]) =>
    value !== undefined && (schema.required?.includes(name) === true || !isEmpty(value));
  return Object.fromEntries(members.filter(isShown));
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function listOf(item: unknown, isWhole: boolean): unknown {
  if (item !== undefined) return [item];
  return isWhole ? [] : undefined;
}
