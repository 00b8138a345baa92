import { type IncomingMessage, request as send, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { WriteContext } from '../../database/write-context';

/** What is known of a request that the service sends to itself. It hangs on the connection, so no client can say it. */
export interface InProcess {
  readonly via: WriteContext['via'];
  /** Whether the request that caused it has counted in the rate limit already: it then counts as one less. */
  readonly isCounted: boolean;
}

export interface InProcessRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

export interface InProcessAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const IN_PROCESS = Symbol('in process');

/** What is known of a request; undefined: it came over the network. */
export function inProcessOf({ socket }: Pick<IncomingMessage, 'socket'>): InProcess | undefined {
  return (socket as Socket & { readonly [IN_PROCESS]?: InProcess })[IN_PROCESS];
}

/**
 * Sends a request to a server of this process over a connection in memory, so that it passes through all that a request from outside passes
 * through. Node's server takes any duplex stream as a connection (`http.Server`, event `connection`). Libraries that call the listener with
 * mock objects replace the prototypes of Express's requests, those of all other clients included.
 * @param cause the request for which it is sent: both come from the same client
 */
export async function sendInProcess(
  server: Server,
  { method, path, headers, body, signal }: InProcessRequest,
  cause: IncomingMessage,
  known: InProcess,
): Promise<InProcessAnswer> {
  const [near, far] = duplexPair();
  const { remoteAddress, localPort } = cause.socket;
  server.emit('connection', Object.assign(far, { remoteAddress, localPort, [IN_PROCESS]: known }));
  const json = body === undefined ? undefined : JSON.stringify(body);
  const request = send({
    method,
    path,
    headers: {
      host: 'localhost',
      ...headers,
      ...(json !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(json)),
      }),
    },
    createConnection: () => near,
    ...(signal && { signal }),
  });
  request.end(json);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}
