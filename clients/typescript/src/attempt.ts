import { ConnectionError } from './errors.js';
import { isFile, isJson } from './media-types.js';

export type Fetch = (request: Request) => Promise<Response>;

/** Statuses whose answers must not have a body. */
const WITHOUT_BODY = [204, 205, 304];

/**
 * Sends a request once. Returns the answer when it has arrived whole, or else the fault of the connection.
 * @throws the reason of the caller's signal, when that ends the attempt
 */
export async function attempt(
  request: Request,
  fetch: Fetch,
  timeoutMs: number,
): Promise<Response | ConnectionError> {
  const { signal } = request;
  signal.throwIfAborted();
  const controller = new AbortController();
  const cancel = () => {
    controller.abort(signal.reason);
  };
  const timer = setTimeout(() => {
    controller.abort(new DOMException(`There was no answer within ${timeoutMs} ms`, 'TimeoutError'));
  }, timeoutMs);
  signal.addEventListener('abort', cancel);
  try {
    const response = await fetch(new Request(request.clone(), { signal: controller.signal }));
    // A stream does not end by itself, so the caller's signal must go on to end it.
    if (isStream(response)) return response;
    const body = await response.arrayBuffer();
    signal.removeEventListener('abort', cancel);
    assertWhole(request, response, body);
    return copy(response, body);
  } catch (error) {
    signal.removeEventListener('abort', cancel);
    signal.throwIfAborted();
    return new ConnectionError(`No answer: ${String(error)}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** Without a length, a body that breaks off looks as if it had ended. @throws Error */
function assertWhole({ method }: Request, response: Response, body: ArrayBuffer): void {
  if (!response.ok || method === 'HEAD') return;
  if (isJson(response)) JSON.parse(new TextDecoder().decode(body));
  else if (isFile(response) && body.byteLength === 0) throw new Error('The body is empty');
}

function copy({ status, statusText, headers }: Response, body: ArrayBuffer): Response {
  return new Response(WITHOUT_BODY.includes(status) ? null : body, { status, statusText, headers });
}
