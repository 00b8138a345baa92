import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_MARK } from '../http/envelope/api-errors';
import type { ErrorDoc } from '../http/envelope/error-doc';
import { ERROR_DOCS, ERROR_NAMES, type ErrorName } from '../http/envelope/error-docs';
import { ERROR_HEADERS } from '../http/envelope/header-docs';
import { IDEMPOTENCY_KEY } from '../http/idempotency/idempotency-key';
import { WITHOUT_MEANING } from '../http/ignored/preferences';
import { errorSchema } from './error-schemas';
import { type Operation, operationsOf, type PlacedOperation, requestSchemaOf } from './operations';

type Responses = NonNullable<NonNullable<OpenAPIObject['components']>['responses']>;

/** What a failure of no documented kind looks like. */
const ANY_FAILURE = 'AnyFailure';

/** Gives every operation its error answers: those of its decorators, and of its path, query and body. Equal ones share a component. */
export function documentErrors(document: OpenAPIObject): void {
  const components: Responses = { [ANY_FAILURE]: anyFailure() as Responses[string] };
  for (const placed of operationsOf(document)) {
    const names = errorsOf(placed, document);
    const { operation } = placed;
    for (const status of new Set(names.map((name) => ERROR_DOCS[name].status))) {
      const variants = names
        .filter((name) => ERROR_DOCS[name].status === status)
        .map((name) => variantOf(name, placed, document));
      const component = variants.map(({ name }) => name).join('Or');
      components[component] ??= responseOf(status, variants) as Responses[string];
      operation.responses[status] = { $ref: `#/components/responses/${component}` };
    }
    operation.responses['5XX'] = { $ref: `#/components/responses/${ANY_FAILURE}` };
  }
  const sorted = Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1));
  Object.assign(document.components ?? {}, { responses: Object.fromEntries(sorted) });
}

/** The errors of an operation, in the order in which the service checks. Removes the marks of its decorators. */
function errorsOf({ path, operation }: PlacedOperation, document: OpenAPIObject): readonly ErrorName[] {
  const found = new Set<ErrorName>(['SERVER_ERROR', 'UNAVAILABLE']);
  const marks = operation as Operation & Record<string, unknown>;
  for (const name of ERROR_NAMES) {
    if (marks[`${ERROR_MARK}${name}`] === true) found.add(name);
    Reflect.deleteProperty(marks, `${ERROR_MARK}${name}`);
  }
  if (path.includes('{')) found.add('NOT_FOUND');
  if (queryOf(operation).length > 0) found.add('QUERY_UNREADABLE');
  found.add('VALIDATION_ERROR'); // Every operation refuses unknown names, when the client prefers that.
  if (requestSchemaOf(operation, document) !== undefined) {
    for (const name of ['BAD_REQUEST', 'BODY_TOO_LARGE', 'UNSUPPORTED_BODY'] as const) found.add(name);
  }
  return ERROR_NAMES.filter((name) => found.has(name));
}

interface Variant {
  readonly name: string;
  readonly doc: ErrorDoc;
}

/** An error as it fits one operation: the example names its resource, or one of its fields. */
function variantOf(name: ErrorName, placed: PlacedOperation, document: OpenAPIObject): Variant {
  const doc: ErrorDoc = ERROR_DOCS[name];
  if (name === 'NOT_FOUND') {
    const thing = singular(placed.path.split('/')[1] ?? 'resource');
    return { name: `No${pascalCase(thing)}`, doc: { ...doc, message: `No such ${thing}` } };
  }
  if (name === 'VALIDATION_ERROR') {
    const [field, message] = faultOf(placed, document);
    return { name: `Invalid${pascalCase(field)}`, doc: { ...doc, details: { [field]: message } } };
  }
  if (name === 'forbidden') {
    const roles = (placed.operation as { 'x-roles'?: readonly string[] })['x-roles'] ?? [];
    const message = `This takes one of the roles: ${roles.join(', ')}`;
    return { name: `Forbidden${pascalCase(roles.join('_'))}`, doc: { ...doc, message } };
  }
  return { name: pascalCase(name), doc };
}

/** A fault that the operation can have: a field that it requires, one of its query parameters, or a name that it does not know. */
function faultOf({ operation }: PlacedOperation, document: OpenAPIObject): [field: string, message: string] {
  const body = requestSchemaOf(operation, document);
  const required = body?.required?.[0];
  if (required !== undefined) return [required, 'is required'];
  const query = queryOf(operation);
  const needed = query.find((parameter) => parameter.required === true);
  if (needed !== undefined) return [needed.name, 'is required'];
  if (query.some(({ name }) => name === 'page')) return ['page', 'must be an integer from 1 to 2147483647'];
  const field = query.find(({ name }) => name === 'from')?.name ?? query[0]?.name;
  if (field === 'from')
    return [field, 'must be a date as YYYY-MM-DD or an instant such as 2026-12-01T09:00:00Z'];
  if (field === 'month') return [field, 'must be a month as YYYY-MM'];
  const member = field ?? Object.keys(body?.properties ?? {})[0];
  if (member !== undefined) return [member, 'is not valid'];
  const isKeyed = operation.parameters?.some((each) => 'name' in each && each.name === IDEMPOTENCY_KEY);
  return isKeyed === true
    ? [IDEMPOTENCY_KEY, 'must be 1 to 255 visible ASCII characters']
    : ['colour', WITHOUT_MEANING];
}

function responseOf(status: number, variants: readonly Variant[]): object {
  const named = new Map(variants.map(({ doc }) => [errorSchema(doc).$ref, errorSchema(doc)]));
  const schemas = [...named.values()];
  return {
    description: variants.map(({ doc }) => doc.description).join('. Or: '),
    headers: ERROR_HEADERS[status] ?? ERROR_HEADERS.other,
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
        examples: Object.fromEntries(variants.map(({ name, doc }) => [name, { value: exampleOf(doc) }])),
      },
    },
  };
}

function anyFailure(): object {
  return {
    description: 'Any other failure of the service, or of a proxy in front of it',
    headers: ERROR_HEADERS[503],
    content: {
      'application/json': {
        schema: errorSchema({ code: 'SERVER_ERROR' }),
        example: exampleOf(ERROR_DOCS.UNAVAILABLE),
      },
    },
  };
}

function exampleOf({ message, code, details }: ErrorDoc): object {
  return { error: details === undefined ? { message, code } : { message, code, details } };
}

interface QueryParameter {
  readonly name: string;
  readonly required?: boolean;
}

function queryOf({ parameters = [] }: Operation): readonly QueryParameter[] {
  return parameters.flatMap((parameter) =>
    'in' in parameter && parameter.in === 'query' ? [parameter] : [],
  );
}

/** `categories` → `category`, `providers` → `provider`. */
function singular(plural: string): string {
  return plural.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('-', ' ');
}

function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map(
      (word) =>
        word.charAt(0).toUpperCase() + (/^[A-Z]+$/.test(word) ? word.slice(1).toLowerCase() : word.slice(1)),
    )
    .join('');
}
