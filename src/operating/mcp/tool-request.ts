import type { InProcessRequest } from '../../platform/http/server/in-process';
import type { JsonObject } from '../../platform/values/json-object';
import { API_PREFIX } from '../../platform/openapi/finish-document';
import { isWellFormed } from '../../platform/values/utf8';
import type { DescribedTool } from './tools/described-tool';
import { IDEMPOTENCY_KEY, KEY_PATTERN } from './tools/tool';

const DIGITS = /^\d+$/;

/** What is wrong with the arguments of a call before its operation sees them, by their names; undefined: nothing. */
export function faultsOf({ tool, names, required }: DescribedTool, args: JsonObject): JsonObject | undefined {
  const unknown = Object.keys(args).filter((name) => !names.has(name));
  const missing = required.filter((name) => args[name] === undefined);
  // A query cannot say such a text; of a body the operation judges it.
  const spoiled = tool.method === 'GET' ? Object.keys(args).filter((name) => isSpoiled(args[name])) : [];
  const faults = Object.fromEntries([
    ...unknown.map((name) => [name, ['is no argument of this tool']]),
    ...missing.map((name) => [name, ['is required']]),
    ...spoiled.map((name) => [name, ['must be valid Unicode']]),
  ]) as Record<string, unknown>;
  const id = tool.id === undefined ? undefined : args[tool.id];
  if (tool.id !== undefined && typeof id === 'string' && DIGITS.test(id))
    faults[tool.id] = ['must be a number, not a text'];
  const key = args[IDEMPOTENCY_KEY];
  if (key !== undefined && !isKey(key))
    faults[IDEMPOTENCY_KEY] = ['must be 1 to 255 visible ASCII characters'];
  return Object.keys(faults).length === 0 ? undefined : faults;
}

/** The request of the operation for a call without such faults. */
export function requestOf(
  { tool, definition }: DescribedTool,
  args: JsonObject,
): Omit<InProcessRequest, 'signal'> {
  const { [IDEMPOTENCY_KEY]: key, ...others } = args;
  const members = Object.entries(others).filter(([name]) => name !== tool.id);
  const path = `${API_PREFIX}${tool.id === undefined ? tool.path : tool.path.replace('{id}', idOf(others[tool.id]))}`;
  const types = (definition.inputSchema.properties ?? {}) as Readonly<
    Record<string, { readonly type?: unknown }>
  >;
  const headers = {
    prefer: 'handling=strict',
    ...(isKey(key) && { 'idempotency-key': key }),
  };
  return tool.method === 'GET'
    ? { method: tool.method, path: `${path}?${queryOf(members, (name) => types[name]?.type)}`, headers }
    : { method: tool.method, path, headers, body: { ...Object.fromEntries(members), ...tool.sends } };
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && new RegExp(KEY_PATTERN).test(value);
}

function isSpoiled(value: unknown): boolean {
  return typeof value === 'string' && !isWellFormed(value);
}

/** What is no number names nothing, as 0 does. */
function idOf(value: unknown): string {
  const text = JSON.stringify(value);
  return DIGITS.test(text) ? text : '0';
}

/** Models also write null for what they leave out. */
function queryOf(
  members: readonly [name: string, value: unknown][],
  typeOf: (name: string) => unknown,
): string {
  const given = members.filter(([, value]) => value !== null);
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, textOf(value, typeOf(name))]),
  ).toString();
}

/** A plain value as a query says it. A query does not tell `"5"` from 5: one of another type is in quotes, which the operation refuses. */
function textOf(value: unknown, type: unknown): string {
  if (type === 'string' && typeof value === 'string') return value;
  const isPlain = type === 'boolean' ? typeof value === 'boolean' : typeof value !== 'string';
  return JSON.stringify(isPlain ? value : String(value));
}
