import { isJsonObject, type JsonObject } from '../../../platform/values/json-object';
import { printable } from '../../../platform/values/printable';
import { isUtf8 } from 'node:buffer';
import { INVALID_REQUEST, isMessage } from '../messages';

const LF = 0x0a;
/** As the SDK has it. */
const MOST_BYTES = 10 * 1_024 * 1_024;

const PARSE_ERROR = {
  jsonrpc: '2.0',
  error: { code: -32_700, message: 'Parse error: the line is not JSON in UTF-8' },
  id: null,
} as const;

/** The answer to a line that is no message. */
type Refusal = typeof PARSE_ERROR | typeof INVALID_REQUEST;

/**
 * The lines that are messages; `refuse` gets the answers to the others. The SDK answers none of those, and reads bytes that are not UTF-8
 * as U+FFFD. @throws Error of a line that is too long
 */
async function* messageLines(
  input: AsyncIterable<Uint8Array>,
  accepts: (value: unknown) => boolean,
  refuse: (answer: Refusal) => void,
): AsyncGenerator<Buffer> {
  for await (const line of linesOf(input)) {
    const refusal = refusalOf(line, accepts);
    if (refusal === undefined) yield line;
    else if (line.toString('latin1').trim() !== '') refuse(refusal);
  }
}

async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Uint8Array[] = [];
  for await (const chunk of input) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end + 1)]);
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
    if (rest.reduce((sum, { length }) => sum + length, 0) > MOST_BYTES)
      throw new Error(`A line of stdin is longer than ${MOST_BYTES} bytes`);
  }
}

function refusalOf(line: Buffer, accepts: (value: unknown) => boolean): Refusal | undefined {
  if (!isUtf8(line)) return PARSE_ERROR;
  try {
    return accepts(JSON.parse(line.toString())) ? undefined : INVALID_REQUEST;
  } catch {
    return PARSE_ERROR;
  }
}

/** The service cannot be used; the message says why and what to do. */
export class BridgeError extends Error {}

/** The code of a failure inside of a server (JSON-RPC 2.0). */
const INTERNAL_ERROR = -32_603;

/** Where a message of 2026-07-28 says its version. Those of before say it once, in the result of `initialize`. */
const VERSION_IN_META = 'io.modelcontextprotocol/protocolVersion';

/** What a header can hold. */
const VISIBLE = /^[\x21-\x7e]+$/;

type Headers = Readonly<Record<string, string>>;

/**
 * Hands the messages of stdin to the service and its answers to stdout, until stdin ends. It decides nothing: there is one server.
 * @throws BridgeError when the service is not there, or refuses the key
 */
export async function bridge(url: URL, key: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  await assertUsable(url, headers);
  const sdk = await import('@modelcontextprotocol/server');
  let agreed: Headers = {};
  const answer = (message: JsonObject) => process.stdout.write(`${JSON.stringify(message)}\n`);
  const hand = async (message: JsonObject) => {
    const said = { ...headers, ...agreed, ...headersOf(message) };
    const response = await fetch(url, { method: 'POST', headers: said, body: JSON.stringify(message) });
    const text = await response.text();
    if (text === '') return;
    const answered = JSON.parse(text) as JsonObject;
    if (answered['jsonrpc'] === undefined) throw new Error(`The service answers ${response.status}: ${text}`);
    const version = versionIn(answered);
    if (version !== undefined) agreed = { 'mcp-protocol-version': version };
    answer(answered);
  };
  const pending = new Set<Promise<void>>();
  for await (const line of messageLines(process.stdin, (value) => isMessage(value, sdk), answer)) {
    const message = JSON.parse(line.toString()) as JsonObject;
    const handed = hand(message).catch((error: unknown) => {
      process.stderr.write(`error: ${printable((error as Error).message)}\n`);
      if (message['id'] !== undefined) answer(failureOf(message));
    });
    pending.add(handed);
    void handed.finally(() => pending.delete(handed));
  }
  await Promise.all(pending);
}

/** A client would show a failure later only as one of its own. @throws BridgeError */
async function assertUsable(url: URL, headers: Headers): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'ping' }),
  }).catch((cause: unknown) => {
    throw new BridgeError(`No service answers at ${url.origin}. Start it, or give its address with --url`, {
      cause,
    });
  });
  if (response.status === 401)
    throw new BridgeError(`The service at ${url.origin} refuses the key in API_KEY`);
  if (!response.ok)
    throw new BridgeError(
      `The service at ${url.origin} answers ${response.status}: ${await response.text()}`,
    );
}

/** What the request says of its message, beside it. */
function headersOf({ method, params }: JsonObject): Headers {
  const { name, _meta: meta } = isJsonObject(params) ? params : {};
  const said = {
    'mcp-protocol-version': isJsonObject(meta) ? meta[VERSION_IN_META] : undefined,
    'mcp-method': method,
    'mcp-name': name,
  };
  return Object.fromEntries(
    Object.entries(said).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string' && VISIBLE.test(entry[1]),
    ),
  );
}

/** What the two sides have agreed on: each later request says it. */
function versionIn({ result }: JsonObject): string | undefined {
  const version = isJsonObject(result) ? result['protocolVersion'] : undefined;
  return typeof version === 'string' ? version : undefined;
}

/** The answer to a request that did not reach the service. */
function failureOf({ id }: JsonObject): JsonObject {
  const message = 'The service did not answer; look at stderr of this command';
  return { jsonrpc: '2.0', id, error: { code: INTERNAL_ERROR, message } };
}
