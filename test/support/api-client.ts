import { sendHttp } from './send-http';

/** An answer with its JSON parsed. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON, or the text of any other answer. */
  readonly body: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- the shape is what the tests assert
}

export interface Sending {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly raw?: string | FormData | Blob;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Checks each exchange. @throws Error when it contradicts the OpenAPI document */
export type Inspect = (request: { readonly method: string; readonly path: string }, answer: Answer) => void;

/** Sends requests to the API with one key. */
export class ApiClient {
  constructor(
    private readonly base: string,
    readonly key?: string,
    private readonly inspect?: Inspect,
  ) {}

  get(path: string, sending?: Sending): Promise<Answer> {
    return this.send('GET', path, sending);
  }

  post(path: string, body?: unknown, sending?: Sending): Promise<Answer> {
    return this.send('POST', path, { ...sending, body });
  }

  put(path: string, body?: unknown, sending?: Sending): Promise<Answer> {
    return this.send('PUT', path, { ...sending, body });
  }

  patch(path: string, body?: unknown, sending?: Sending): Promise<Answer> {
    return this.send('PATCH', path, { ...sending, body });
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path);
  }

  /** @param path below `/api/v1` @throws Error when the answer contradicts the OpenAPI document */
  async send(method: string, path: string, sending: Sending = {}): Promise<Answer> {
    const { status, headers, text } = await sendHttp(`${this.base}/api/v1${path}`, {
      method,
      headers: {
        ...(this.key !== undefined && { authorization: `Bearer ${this.key}` }),
        ...(sending.body !== undefined && { 'content-type': 'application/json' }),
        ...sending.headers,
      },
      body: sending.raw ?? (sending.body === undefined ? undefined : JSON.stringify(sending.body)),
    });
    const answer = { status, headers, body: bodyOf(text, headers) };
    this.inspect?.({ method, path }, answer);
    return answer;
  }
}

function bodyOf(text: string, headers: Headers): unknown {
  const isJson = /^application\/json\b/.test(headers.get('content-type') ?? '');
  if (text === '') return undefined;
  return isJson ? JSON.parse(text) : text;
}
