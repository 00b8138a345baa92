import { dateText } from '../data/days';
import type { Question } from '../operations/operation';
import { isOf } from './law';
import { worst, type WorstCase } from './worst-case';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly maximum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Parameter {
  readonly name: string;
  readonly in: string;
}

interface DocumentedOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** A stream never ends; `--streams` measures it. */
const ENDLESS = '/events/stream';
/** The most bytes of a generated body: the service refuses one of more than 1 MiB before it reads it. */
const MOST_BYTES = 1_000_000;
const MOST_DEPTH = 6;

/** All operations of a document, as `get /path/{id}`; deletions last. */
export function operationsIn({ paths }: ApiDocument): readonly string[] {
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method} ${path}`),
  );
  const isLast = (operation: string) => operation.startsWith('delete') || operation.endsWith('/erase');
  return all
    .filter((operation) => !operation.endsWith(ENDLESS))
    .sort((one, other) => Number(isLast(one)) - Number(isLast(other)));
}

/**
 * For each operation that no case is of, its largest request: the longest page and range without a filter, and a body with each member,
 * as long as it may be.
 * @param ids of things with much, by the first part of their paths
 */
export function generatedCases(
  document: ApiDocument,
  known: readonly WorstCase[],
  ids: Readonly<Record<string, string | number>>,
  today: number,
): readonly WorstCase[] {
  const requests = known.map(({ request }) => request(0));
  return operationsIn(document)
    .filter((operation) => !requests.some((request) => isOf(request, operation)))
    .map((operation) => {
      const [method = '', path = ''] = operation.split(' ');
      const documented = document.paths[path]?.[method] ?? {};
      const body = documented.requestBody?.content['application/json']?.schema;
      return worst(operation, operation, {
        method: method.toUpperCase() as Question['method'],
        path: `/api/v1${pathOf(path, ids, today)}${queryOf(documented, today)}`,
        ...(body !== undefined && { body: largestBody(body, document) }),
      });
    });
}

function pathOf(path: string, ids: Readonly<Record<string, string | number>>, today: number): string {
  const [, resource = ''] = path.split('/');
  const own = String(ids[resource] ?? 1);
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (name === 'date') return dateText(today + 1);
    return name === 'id' || name === 'token' ? own : '1';
  });
}

function queryOf({ parameters = [] }: DocumentedOperation, today: number): string {
  const largest: Readonly<Record<string, string>> = {
    length: '100',
    include: 'customer,service,provider,location',
    from: dateText(today + 1),
    to: dateText(today + 92),
  };
  const members = parameters.flatMap(({ name, in: where }): [string, string][] => {
    const value = largest[name];
    return where === 'query' && value !== undefined ? [[name, value]] : [];
  });
  return members.length === 0 ? '' : `?${new URLSearchParams(members).toString()}`;
}

/** With lists as long as they may be, or as fit into one request. */
function largestBody(schema: Schema, document: ApiDocument): unknown {
  for (let most = 1_000; ; most = Math.floor(most / 2)) {
    const body = largest(schema, document, most, 0);
    if (most === 1 || JSON.stringify(body).length < MOST_BYTES) return body;
  }
}

function largest(schema: Schema, document: ApiDocument, most: number, depth: number): unknown {
  if (schema.$ref !== undefined)
    return largest(
      document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {},
      document,
      most,
      depth,
    );
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return largest(choice, document, most, depth);
  if (schema.enum !== undefined) return schema.enum.at(-1);
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.[0];
  if (type === 'array') {
    const count = depth > MOST_DEPTH ? 0 : Math.min(schema.maxItems ?? most, most);
    return Array.from({ length: count }, () => largest(schema.items ?? {}, document, most, depth + 1));
  }
  if (type === 'object' || schema.properties !== undefined)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, each]) => [
        name,
        largest(each, document, most, depth + 1),
      ]),
    );
  if (type === 'integer' || type === 'number') return schema.maximum ?? 1;
  if (type === 'boolean') return true;
  if (schema.format === 'date') return '2099-12-31';
  return 'a b '.repeat(Math.min(schema.maxLength ?? most, most) / 4).trim() || 'a';
}
