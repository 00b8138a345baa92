import type { InProcessRequest } from '../../platform/http/server/in-process';
import type { JsonObject } from '../../platform/values/json-object';
import { API_PREFIX } from '../../platform/openapi/finish-document';
import type { DescribedTool } from './tools/described-tool';
import { IDEMPOTENCY_KEY, KEY_PATTERN } from './tools/tool';

/** What is wrong with the arguments of a call before its operation sees them, by their names; undefined: nothing. */
export function faultsOf({ names, required }: DescribedTool, args: JsonObject): JsonObject | undefined {
  const unknown = Object.keys(args).filter((name) => !names.has(name));
  const missing = required.filter((name) => args[name] === undefined);
  const faults = Object.fromEntries([
    ...unknown.map((name) => [name, ['is no argument of this tool']]),
    ...missing.map((name) => [name, ['is required']]),
  ]) as Record<string, unknown>;
  const key = args[IDEMPOTENCY_KEY];
  if (key !== undefined && !isKey(key))
    faults[IDEMPOTENCY_KEY] = ['must be 1 to 255 visible ASCII characters'];
  return Object.keys(faults).length === 0 ? undefined : faults;
}

/** The request of the operation for a call without such faults. */
export function requestOf({ tool }: DescribedTool, args: JsonObject): Omit<InProcessRequest, 'signal'> {
  const { [IDEMPOTENCY_KEY]: key, ...others } = args;
  const members = Object.entries(others).filter(([name]) => name !== tool.id);
  const path = `${API_PREFIX}${tool.id === undefined ? tool.path : tool.path.replace('{id}', idOf(others[tool.id]))}`;
  const headers = {
    prefer: 'handling=strict',
    ...(isKey(key) && { 'idempotency-key': key }),
  };
  return tool.method === 'GET'
    ? { method: tool.method, path: `${path}?${queryOf(members)}`, headers }
    : { method: tool.method, path, headers, body: { ...Object.fromEntries(members), ...tool.sends } };
}

function isKey(value: unknown): value is string {
  return typeof value === 'string' && new RegExp(KEY_PATTERN).test(value);
}

/** What is no number names nothing, as 0 does. */
function idOf(value: unknown): string {
  const text = textOf(value);
  return /^\d+$/.test(text) ? text : '0';
}

/** Models also write null for what they leave out. */
function queryOf(members: readonly [name: string, value: unknown][]): string {
  const given = members.filter(([, value]) => value !== null);
  return new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, textOf(value)]),
  ).toString();
}

/** A plain value as a query says it; the operation refuses what is none. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
