import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { PATIENCE } from './effort';

export interface Question {
  readonly method: 'GET' | 'POST';
  /** Below `/api/v1`. */
  readonly path: string;
  /** Without one: nobody asks, as far as the service knows. */
  readonly key?: string;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  /** The connection breaks on our side after so many ms, unless the answer is there. */
  readonly breaksAfter?: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly data?: unknown; readonly error?: Fault };
  /** From the question to the last byte. */
  readonly ms: number;
}

export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly details?: { readonly reason?: string };
}

/** Nobody answered: the connection was refused or broken, or we broke it; or nothing came for as long as anybody would wait. */
export class NoReply extends Error {
  constructor(
    readonly how: 'none' | 'broken' | 'hanging',
    cause: unknown,
  ) {
    super(`no reply: ${String(cause)}`);
  }
}

/** Connections are kept and used again, as those of a browser or a gateway are. */
const agent = new Agent({ keepAlive: true });

/** @throws NoReply */
export function ask(
  base: string,
  { method, path, key, body, headers, breaksAfter }: Question,
): Promise<Reply> {
  const began = performance.now();
  const content = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(breaksAfter ?? PATIENCE);
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
        text(response).then((received) => {
          const { statusCode: status = 0 } = response;
          const ms = performance.now() - began;
          resolve({ status, headers: response.headers, body: JSON.parse(received) as Reply['body'], ms });
        }, failed);
      },
    );
    sent.on('error', failed).end(content);
  });
}
