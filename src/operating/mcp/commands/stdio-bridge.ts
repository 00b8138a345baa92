import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { printable } from '../../../platform/values/printable';
import { isUtf8 } from 'node:buffer';
import { INVALID_REQUEST } from '../messages';

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
  isMessage: (value: unknown) => boolean,
  refuse: (answer: Refusal) => void,
): AsyncGenerator<Buffer> {
  for await (const line of linesOf(input)) {
    const refusal = refusalOf(line, isMessage);
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

function refusalOf(line: Buffer, isMessage: (value: unknown) => boolean): Refusal | undefined {
  if (!isUtf8(line)) return PARSE_ERROR;
  try {
    return isMessage(JSON.parse(line.toString())) ? undefined : INVALID_REQUEST;
  } catch {
    return PARSE_ERROR;
  }
}

/** The service cannot be used; the message says why and what to do. */
export class BridgeError extends Error {}

/** The code of a failure inside of a server (JSON-RPC 2.0). */
const INTERNAL_ERROR = -32_603;

/**
 * Hands the messages of stdin to the service and its answers to stdout, until stdin ends. It decides nothing: there is one server.
 * @throws BridgeError when the service is not there, or refuses the key
 */
export async function bridge(url: URL, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  await assertUsable(url, headers);
  const [{ StdioServerTransport }, { StreamableHTTPClientTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/stdio.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ]);
  const isMessage = (value: unknown) => types.JSONRPCMessageSchema.safeParse(value).success;
  const refuse = (answer: Refusal) => process.stdout.write(`${JSON.stringify(answer)}\n`);
  const lines = Readable.from(messageLines(process.stdin, isMessage, refuse));
  const near = new StdioServerTransport(lines);
  const far = new StreamableHTTPClientTransport(url, { requestInit: { headers } });
  const pending = new Set<Promise<void>>();
  near.onerror = far.onerror = report;
  far.onmessage = (message) => {
    const version = versionIn(message);
    if (version !== undefined) far.setProtocolVersion(version);
    void near.send(message);
  };
  near.onmessage = (message) => {
    const sent = far.send(message).catch(() => near.send(failureOf(message)));
    pending.add(sent);
    void sent.finally(() => pending.delete(sent));
  };
  const ended = once(lines, 'end');
  await Promise.all([near.start(), far.start()]);
  await ended;
  await Promise.allSettled(pending);
  await far.close();
}

/** A client would show a failure later only as one of its own. @throws BridgeError */
async function assertUsable(url: URL, headers: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
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

/** What the two sides have agreed on: each later request says it. */
function versionIn(message: JSONRPCMessage): string | undefined {
  if (!('result' in message)) return undefined;
  const { protocolVersion } = message.result;
  return typeof protocolVersion === 'string' ? protocolVersion : undefined;
}

/** The answer to a request that did not reach the service. */
function failureOf(message: JSONRPCMessage): JSONRPCMessage {
  const id = 'id' in message && message.id !== undefined ? message.id : undefined;
  const error = {
    code: INTERNAL_ERROR,
    message: 'The service did not answer; look at stderr of this command',
  };
  return { jsonrpc: '2.0', ...(id !== undefined && { id }), error };
}

function report(error: Error): void {
  process.stderr.write(`error: ${printable(error.message)}\n`);
}
