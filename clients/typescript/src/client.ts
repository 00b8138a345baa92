import createFetchClient, { type Client as RawClient } from 'openapi-fetch';
import type { Fetch } from './attempt.js';
import type { Call, Method } from './calls.js';
import { ApiError, errorOf } from './errors.js';
import { type EventBatch, type EventOptions, readEvents } from './events.js';
import type { paths } from './generated/openapi.js';
import { isDeclared, isJson } from './media-types.js';
import { type Each, eachOf, type Pages, pagesOf } from './pages.js';
import { type Retry, retrying, wait } from './retries.js';

export interface ClientOptions {
  /** Where the service is, such as `https://booking.example.com`, without `/api/v1`. */
  readonly baseUrl: string;
  /** An API key. Only a browser key may stand in a page. */
  readonly key?: string | undefined;
  /** Sends the requests instead of the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Whether names that mean nothing are refused instead of ignored. Default: true. */
  readonly strict?: boolean | undefined;
  /** How often a request is sent again at most when its fault passes by itself. Default: 3. */
  readonly retries?: number | undefined;
  /** How long an attempt may take, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** The longest time to wait before an attempt, in milliseconds. Default: 30,000. */
  readonly maxWaitMs?: number | undefined;
  /** Hears of every retry before the client waits for it. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

export interface Client {
  readonly get: Call<'get'>;
  readonly put: Call<'put'>;
  readonly post: Call<'post'>;
  readonly patch: Call<'patch'>;
  readonly delete: Call<'delete'>;
  /** The pages of a list, one answer after the other. */
  readonly pages: Pages;
  /** The entries of a list, from all its pages. */
  readonly each: Each;
  /** Reads what happens, from a cursor on, without end. */
  readonly events: (options?: EventOptions) => AsyncGenerator<EventBatch, void, undefined>;
  /** `openapi-fetch` with the same retries, keys and headers: for streams and files. It returns errors instead of throwing them. */
  readonly raw: RawClient<paths>;
}

/** What all methods of `openapi-fetch` are called like, once their types have been checked. */
type Send = (method: Method, path: string, init: object) => Promise<{ response: Response; error?: unknown }>;

export function createClient(options: ClientOptions): Client {
  const { baseUrl, key, strict = true, onRetry } = options;
  const { retries = 3, timeoutMs = 30_000, maxWaitMs = 30_000 } = options;
  const { fetch = (request) => globalThis.fetch(request) } = options;
  const raw = createFetchClient<paths>({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/v1`,
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(strict && { prefer: 'handling=strict' }),
    },
    fetch: retrying({ fetch, retries, timeoutMs, maxWaitMs, onRetry, wait }),
  });
  raw.use({
    onRequest: ({ request }) => {
      addIdempotencyKey(request);
    },
    onResponse: ({ request, response, options: { parseAs } }) => {
      const isReadable = isDeclared(request, response) && (parseAs !== 'json' || isJson(response));
      if (response.ok && !isReadable) throw new ApiError(response);
    },
  });
  const send = raw.request as unknown as Send;
  const call =
    (method: Method) =>
    async (path: string, init: object = {}) => {
      const { response, error } = await send(method, path, { ...init, parseAs: 'stream' });
      if (!response.ok) throw errorOf(response, error);
      return { ...(await contentOf(response)), response };
    };
  // The types of the document say what each path takes and answers.
  const get = call('get') as Call<'get'>;
  return {
    get,
    put: call('put') as Call<'put'>,
    post: call('post') as Call<'post'>,
    patch: call('patch') as Call<'patch'>,
    delete: call('delete') as Call<'delete'>,
    pages: pagesOf(get),
    each: eachOf(get),
    events: (eventOptions = {}) => readEvents(get, { onRetry, ...eventOptions }),
    raw,
  };
}

/** One key for a call and all its retries: the service does it once. */
function addIdempotencyKey(request: Request): void {
  if (request.method !== 'POST' || request.headers.has('idempotency-key')) return;
  // `randomUUID` is missing in pages without HTTPS.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  request.headers.set(
    'idempotency-key',
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  );
}

/** `data` and `meta` of an envelope; the text of a file. @throws ApiError of JSON that is no envelope */
async function contentOf(response: Response): Promise<object> {
  if (!isJson(response)) return { data: await response.text() };
  const content: unknown = await response.json();
  if (typeof content !== 'object' || content === null || !('data' in content)) throw new ApiError(response);
  return content;
}
