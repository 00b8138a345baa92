import type { OpenAPIObject } from '@nestjs/swagger';
import { HEADERS, REPLAYED } from '../http/envelope/header-docs';
import { IDEMPOTENCY_KEY } from '../http/idempotency/idempotency-key';
import { addCodeSamples } from './code-samples';
import { envelopes } from './envelopes';
import { documentErrors } from './error-responses';
import { errorSchemas } from './error-schemas';
import { addExamples } from './examples';
import {
  nameOf,
  type Operation,
  operationsOf,
  type PlacedOperation,
  resolve,
  type Schema,
  type Schemas,
} from './operations';
import { makePortable } from './portable-schemas';
import { documentBrowserKeys } from './browser-keys';
import { documentHiding } from './hiding';
import { documentNarrowing } from './narrowing';
import { documentScopes } from './scopes';
import type { ErrorDoc } from '../http/envelope/error-doc';
import { ERROR_DOCS } from '../http/envelope/error-docs';

export const API_PREFIX = '/api/v1';

/** The form of a token of a feed. */
const FEED_TOKEN = '4fZk9QmR2xTbV7cN1pLwS8dHgJ3yA6eUoXiKqMzBvCnE5rWtDlPfGhY';

type Paths = OpenAPIObject['paths'];

/** Brings what Nest makes of the decorators into the form of the interface: its paths, its shared parts, examples. */
export function finish(document: OpenAPIObject): OpenAPIObject {
  const finished: OpenAPIObject = {
    ...inReadingOrder(document),
    paths: collectionsFirst(withoutPrefix(document.paths)),
    components: {
      ...document.components,
      schemas: { ...document.components?.schemas, ...envelopes, ...(errorSchemas as object) },
      headers: HEADERS,
    },
  };
  dropDefaultsOfPatches(finished);
  makePortable(finished);
  listReasons(finished.components?.schemas ?? {});
  documentErrors(finished);
  for (const placed of operationsOf(finished)) {
    documentReplays(placed.operation);
    sayWhoMayCall(placed.operation);
    documentScopes(placed);
    documentHiding(placed);
    documentNarrowing(placed);
    documentBrowserKeys(placed);
    prefillDefaults(placed.operation);
    writeKeysInBrackets(placed.operation);
    prefillPath(placed);
  }
  addExamples(finished);
  addCodeSamples(finished, API_PREFIX);
  return finished;
}

function inReadingOrder({ openapi, info, servers, tags, ...rest }: OpenAPIObject): OpenAPIObject {
  return { openapi, info, ...(servers && { servers }), ...(tags && { tags }), ...rest };
}

/** Paths are relative to the server, which ends in the prefix; one outside it names a server of its own. */
function withoutPrefix(paths: Paths): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) =>
      path.startsWith(`${API_PREFIX}/`)
        ? [path.slice(API_PREFIX.length), item]
        : [path, { ...item, servers: [{ url: '/' }] }],
    ),
  );
}

/** A collection, one of its resources, then everything else: pages show the operations of a section in the order of the paths. */
function collectionsFirst(paths: Paths): Paths {
  const forms = [/^\/[^/]+$/, /^\/[^/]+\/\{id\}$/, /^/];
  const rankOf = (path: string) => forms.findIndex((form) => form.test(path));
  return Object.fromEntries(Object.entries(paths).toSorted(([one], [other]) => rankOf(one) - rankOf(other)));
}

/** Documents the header that marks a repeated answer, for operations that take an `Idempotency-Key`. */
function documentReplays({ parameters = [], responses }: Operation): void {
  if (!parameters.some((parameter) => 'name' in parameter && parameter.name === IDEMPOTENCY_KEY)) return;
  for (const response of Object.values(responses)) {
    if (response !== undefined && 'description' in response)
      response.headers = { ...response.headers, ...REPLAYED };
  }
}

interface Extensions {
  readonly 'x-roles'?: readonly string[];
  readonly 'x-rate-limit-weight'?: string;
}

/** Names the roles and the weight in the description: generators and reading pages show no extension. */
function sayWhoMayCall(operation: Operation): void {
  const { 'x-roles': roles, 'x-rate-limit-weight': weight } = operation as Extensions;
  if (roles === undefined) return;
  const who = roles.includes('public') ? 'Public: no API key needed.' : `Roles: ${roles.join(', ')}.`;
  operation.description = [operation.description, weight, who].filter((text) => text).join('\n\n');
}

/** Shows a query parameter with its default rather than with an example, so that an unchanged form sends the default. */
function prefillDefaults({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    if (!('in' in parameter) || parameter.in !== 'query') continue;
    const schema = parameter.schema as { default?: unknown; example?: unknown } | undefined;
    if (schema?.default !== undefined) delete schema.example;
  }
}

/** A query parameter that is an object is one parameter for each of its members, written `name[key]=value`. Its example names none. */
function writeKeysInBrackets({ parameters = [] }: Operation): void {
  for (const parameter of parameters) {
    const isObject = 'schema' in parameter && (parameter.schema as { type?: string }).type === 'object';
    if (isObject) Object.assign(parameter, { style: 'deepObject', explode: true, example: {} });
  }
}

/** Gives path parameters the ids that the resources have when the examples are executed in the order of the page, and a Sunday. */
function prefillPath({ method, path, operation: { parameters = [] } }: PlacedOperation): void {
  for (const parameter of parameters) {
    if (!('in' in parameter) || parameter.in !== 'path') continue;
    if (parameter.name === 'slug') parameter.example = 'ana-silva';
    else if (parameter.name === 'date') parameter.example = '2026-12-20';
    else if (parameter.name === 'token') parameter.example = FEED_TOKEN;
    else if (isUuid(parameter.schema)) parameter.example = '0d3f6c1e-6f0a-4d6b-9a51-0c8f3c0f5c11';
    else parameter.example = idOfExample(method, path, parameter.name);
  }
}

/**
 * User 1 is the administrator, with the first key; provider 2 is the first one, and user 3 another person. Customer 1 is the one of the
 * appointment; what is written concerns the next, who has no appointments. Time off 1 is that of the provider.
 */
function idOfExample(method: string, path: string, name: string): number {
  if (name === 'timeOffId') return path.startsWith('/resources/') ? 2 : 1;
  if (name !== 'id') return 1;
  if (path.startsWith('/users/')) return 3;
  const isSecond = path.startsWith('/providers/') || path.startsWith('/api-keys/');
  return isSecond || (path.startsWith('/customers/') && method !== 'GET') ? 2 : 1;
}

function isUuid(schema: object | undefined): boolean {
  return schema !== undefined && 'format' in schema && schema.format === 'uuid';
}

/** A member that a PATCH leaves out stays as it is; its class is derived from one whose members have defaults. */
function dropDefaultsOfPatches({ paths, components }: OpenAPIObject): void {
  for (const { operation, method } of operationsOf({ paths } as OpenAPIObject)) {
    const name = method === 'PATCH' ? bodyNameOf(operation) : undefined;
    const schema = name === undefined ? undefined : components?.schemas?.[name];
    if (schema === undefined || '$ref' in schema) continue;
    for (const member of Object.values(schema.properties ?? {})) {
      if ('default' in member) delete member.default;
    }
  }
}

function bodyNameOf({ requestBody }: PlacedOperation['operation']): string | undefined {
  const content = requestBody !== undefined && 'content' in requestBody ? requestBody.content : {};
  const schema = content['application/json']?.schema;
  return schema !== undefined && '$ref' in schema ? nameOf(schema.$ref) : undefined;
}

/** Lists the reasons of refusals in their schemas: the rules, which skipped occurrences name, and those of the documented errors. */
function listReasons(schemas: Schemas): void {
  const rules = (reasonIn(schemas, 'SkippedOccurrence').enum ?? []) as string[];
  const others = Object.values(ERROR_DOCS).flatMap((doc) => reasonOf(doc) ?? []);
  reasonIn(schemas, 'Refusal').enum = [...new Set([...rules, ...others])];
  reasonIn(schemas, 'VisitRefusal').enum = rules;
}

function reasonIn(schemas: Schemas, name: string): Schema {
  return resolve(resolve(schemas[name] ?? {}, schemas).properties?.['reason'] ?? {}, schemas);
}

function reasonOf({ details, code }: ErrorDoc): string | undefined {
  return code === 'VALIDATION_ERROR' ? undefined : (details as { reason?: string } | undefined)?.reason;
}
