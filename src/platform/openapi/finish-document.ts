import type { OpenAPIObject } from '@nestjs/swagger';
import { errorResponses } from '../http/envelope/api-errors';
import { HEADERS, REPLAYED } from '../http/envelope/header-docs';
import { IDEMPOTENCY_KEY } from '../http/idempotency-key';
import { envelopes } from './envelopes';
import { addExamples } from './examples';
import { nameOf, type Operation, operationsOf } from './operations';

export const API_PREFIX = '/api/v1';

type Components = NonNullable<OpenAPIObject['components']>;
type Schema = Exclude<NonNullable<Components['schemas']>[string], { $ref: string }>;
type Paths = OpenAPIObject['paths'];

/** Brings what Nest makes of the decorators into the form of the interface: its paths, its shared parts, examples. */
export function finish(document: OpenAPIObject): OpenAPIObject {
  const finished: OpenAPIObject = {
    ...inReadingOrder(document),
    paths: withoutPrefix(document.paths),
    components: {
      ...document.components,
      schemas: { ...document.components?.schemas, ...envelopes },
      headers: HEADERS,
    },
  };
  for (const { operation } of operationsOf(finished)) {
    keepReferencesPure(operation);
    documentReplays(operation);
  }
  Object.assign(finished.components ?? {}, { responses: errorsIn(finished) });
  for (const { patch } of Object.values(finished.paths)) dropDefaults(patch, finished);
  addExamples(finished);
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

/** Nest writes an empty description beside each reference. */
function keepReferencesPure({ responses }: Operation): void {
  for (const [status, response] of Object.entries(responses)) {
    if (response !== undefined && '$ref' in response) responses[status] = { $ref: response.$ref };
  }
}

/** Says how the success of an operation that takes an `Idempotency-Key` is told when it is given again. */
function documentReplays({ parameters = [], responses }: Operation): void {
  if (!parameters.some((parameter) => 'name' in parameter && parameter.name === IDEMPOTENCY_KEY)) return;
  for (const response of Object.values(responses)) {
    if (response !== undefined && 'description' in response)
      response.headers = { ...response.headers, ...REPLAYED };
  }
}

/** The error answers that some operation refers to. */
function errorsIn(document: OpenAPIObject): Components['responses'] {
  const responses = operationsOf(document).flatMap(({ operation }) => Object.values(operation.responses));
  const used = new Set(responses.map((each) => (each && '$ref' in each ? nameOf(each.$ref) : '')));
  const all = sorted(errorResponses) as NonNullable<Components['responses']>;
  return Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
}

/** What a PATCH leaves out stays as it is; its class is made of one whose members have defaults. */
function dropDefaults(patch: Operation | undefined, { components }: OpenAPIObject): void {
  const body = patch?.requestBody;
  const schema =
    body !== undefined && 'content' in body ? body.content['application/json']?.schema : undefined;
  if (schema === undefined || !('$ref' in schema)) return;
  const named = components?.schemas?.[nameOf(schema.$ref)];
  for (const member of Object.values((named as Schema | undefined)?.properties ?? {})) {
    if ('default' in member) delete member.default;
  }
}

function sorted<T>(record: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
