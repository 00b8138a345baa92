import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { HANG_LIMIT_MS } from './scale';

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`. */
  readonly path: string;
  /** An API key; without one the request is anonymous. */
  readonly key?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The client disconnects after this time unless the answer has arrived. */
  readonly disconnectAfterMs?: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly data?: unknown; readonly error?: Fault };
  /** From sending the request to receiving the last byte. */
  readonly ms: number;
}

export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly details?: { readonly reason?: string };
}

/** `none`: the connection was refused or closed. `broken`: this client closed it. `hanging`: HANG_LIMIT_MS passed. */
export class NoReply extends Error {
  constructor(
    readonly how: 'none' | 'broken' | 'hanging',
    cause: unknown,
  ) {
    super(`no reply: ${String(cause)}`);
  }
}

/** Connections are kept alive, as those of browsers and gateways are. */
const agent = new Agent({ keepAlive: true });

/** @throws NoReply */
export function sendRequest(
  base: string,
  { method, path, key, body, headers, disconnectAfterMs: breaksAfter }: OutgoingRequest,
): Promise<Reply> {
  const began = performance.now();
  const content = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(breaksAfter ?? HANG_LIMIT_MS);
    const failed = (cause: unknown) => {
      const end = breaksAfter === undefined ? 'hanging' : 'broken';
      reject(new NoReply(signal.aborted ? end : 'none', cause));
    };
    const sent = request(
      `${base}/api/v1${path}`,
      {
        method,
        agent,
        signal,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(content !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(content),
          }),
          ...headers,
        },
      },
      (response) => {
        // An answer that was cut is no answer, so that a body that is no JSON also fails.
        text(response)
          .then((received) => {
            const { statusCode: status = 0 } = response;
            const ms = performance.now() - began;
            resolve({ status, headers: response.headers, body: JSON.parse(received) as Reply['body'], ms });
          })
          .catch(failed);
      },
    );
    sent.on('error', failed).end(content);
  });
}
