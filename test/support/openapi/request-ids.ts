import type { OpenAPIObject } from '@nestjs/swagger';
import {
  type Operation,
  type PlacedOperation,
  requestSchemaOf,
  resolve,
  type SchemaOrReference,
} from '../../../src/platform/openapi/operations';

/** The names of members that hold ids. */
const IS_ID = /(^id|Id|Ids|^team)$/;

/** Whether a member with a name holds ids. */
export function holdsIds(name: string): boolean {
  return IS_ID.test(name);
}

/** The names of all members of an operation's JSON body that hold ids, at any depth. */
export function idMembersOf(operation: Operation, document: OpenAPIObject): readonly string[] {
  return [...new Set(bodyMembersOf(operation, document))].filter(holdsIds);
}

/** The names of all members of an operation's JSON body, at any depth. */
export function bodyMembersOf(operation: Operation, document: OpenAPIObject): readonly string[] {
  const schema = requestSchemaOf(operation, document);
  return schema === undefined ? [] : namesIn(schema, document);
}

/** The names of the parameters of an operation that hold ids. */
export function idParametersOf({ parameters = [] }: Operation): readonly string[] {
  return parameters.flatMap((each) => ('name' in each && holdsIds(each.name) ? [each.name] : []));
}

/** The first example of an operation's JSON body in the document; undefined: it takes none. */
export function exampleOf({ operation, method, path }: PlacedOperation): object | undefined {
  const { requestBody } = operation;
  if (requestBody === undefined || !('content' in requestBody)) return undefined;
  const content = requestBody.content['application/json'];
  if (content === undefined) return undefined;
  const example: unknown = content.example ?? Object.values(content.examples ?? {})[0];
  if (typeof example !== 'object' || example === null) throw new Error(`${method} ${path} has no example`);
  return example;
}

function namesIn(given: SchemaOrReference, document: OpenAPIObject): readonly string[] {
  const {
    properties = {},
    items,
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = resolve(given, document.components?.schemas ?? {});
  const inner = [...Object.values(properties), ...(items ? [items] : []), ...allOf, ...anyOf, ...oneOf];
  return [...Object.keys(properties), ...inner.flatMap((each) => namesIn(each, document))];
}
