/** An answer, its JSON read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The JSON of the answer; tests look into it. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the shape is what the tests assert
  readonly body: any;
}

export interface Sending {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly raw?: string | FormData | Blob;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Talks to the API as an integrator does, under one key. */
export class ApiClient {
  constructor(
    private readonly base: string,
    readonly key?: string,
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

  /** @param path below `/api/v1` */
  async send(method: string, path: string, { body, raw, headers }: Sending = {}): Promise<Answer> {
    const response = await fetch(`${this.base}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(this.key !== undefined && { authorization: `Bearer ${this.key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: raw ?? (body === undefined ? null : JSON.stringify(body)),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }
}
