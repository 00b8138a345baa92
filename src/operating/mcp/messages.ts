import { isJsonObject } from '../../platform/values/json-object';
import type { Sdk } from './sdk';

/** The answer to what is JSON and no message of JSON-RPC 2.0. */
export const INVALID_REQUEST = {
  jsonrpc: '2.0',
  error: { code: -32_600, message: 'Invalid Request: the body is no message of JSON-RPC 2.0' },
  id: null,
} as const;

/** The body of a request as the protocol has it; undefined: it is neither a message nor a batch of them. */
export function messagesIn(body: unknown, sdk: Sdk): unknown {
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  const isAll = messages.length > 0 && messages.every((each) => isMessage(each, sdk));
  if (!isAll) return undefined;
  return Array.isArray(body) ? messages.map(withArguments) : withArguments(body);
}

/** Whether it is a message of JSON-RPC 2.0. */
export function isMessage(
  value: unknown,
  { parseJSONRPCMessage }: Pick<Sdk, 'parseJSONRPCMessage'>,
): boolean {
  try {
    parseJSONRPCMessage(value);
    return true;
  } catch {
    return false;
  }
}

/** Some clients write null for a call without arguments. */
function withArguments(message: unknown): unknown {
  const params = isJsonObject(message) ? message['params'] : undefined;
  return isJsonObject(params) && params['arguments'] === null
    ? { ...(message as object), params: { ...params, arguments: {} } }
    : message;
}
