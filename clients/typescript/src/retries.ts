import { attempt, type Fetch } from './attempt.js';
import { ConnectionError } from './errors.js';

export interface Retry {
  /** The answer or the fault after which the request is sent again. */
  readonly after: Response | ConnectionError;
  readonly waitMs: number;
}

export interface RetrySettings {
  readonly fetch: Fetch;
  /** How often a request is sent again at most. */
  readonly retries: number;
  /** How long an attempt may take. */
  readonly timeoutMs: number;
  /** The longest time to wait before an attempt. When the service asks for a longer one, the answer is final. */
  readonly maxWaitMs: number;
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Methods that may be repeated when it is unknown whether the first request was done. A POST may with its `Idempotency-Key`. */
const REPEATABLE = ['GET', 'HEAD', 'PUT', 'DELETE'];

/** Answers of a service or a proxy that is overloaded or away. */
const PASSING = [502, 503, 504];

const FIRST_WAIT_MS = 500;

/** A `fetch` that sends a request again when its fault passes by itself. */
export function retrying(settings: RetrySettings): Fetch {
  const { fetch, retries, timeoutMs, maxWaitMs, onRetry, wait } = settings;
  return async (request) => {
    for (let retry = 0; ; retry++) {
      const outcome = await attempt(request, fetch, timeoutMs);
      const waitMs =
        retry < retries && isWorthRepeating(request, outcome) ? waitAfter(outcome, retry) : Infinity;
      if (waitMs <= maxWaitMs) {
        onRetry?.({ after: outcome, waitMs });
        await wait(waitMs, request.signal);
      } else if (outcome instanceof ConnectionError) {
        throw outcome;
      } else {
        return outcome;
      }
    }
  };
}

/** Waits until the time is over or the signal is aborted. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

function isWorthRepeating(request: Request, outcome: Response | ConnectionError): boolean {
  // The rate limit refuses a request before anything of it is done.
  if (!(outcome instanceof ConnectionError) && outcome.status === 429) return true;
  if (!isRepeatable(request)) return false;
  return outcome instanceof ConnectionError || PASSING.includes(outcome.status) || isInUse(outcome);
}

function isRepeatable({ method, headers }: Request): boolean {
  return REPEATABLE.includes(method) || (method === 'POST' && headers.has('idempotency-key'));
}

/** The first request with the same `Idempotency-Key` is still running: its answer was lost, and will be repeated. */
function isInUse({ status, headers }: Response): boolean {
  return status === 409 && headers.has('retry-after');
}

function waitAfter(outcome: Response | ConnectionError, retry: number): number {
  const asked = outcome instanceof ConnectionError ? undefined : retryAfterMs(outcome.headers);
  // Clients that were turned away together must not come back together.
  const jitter = Math.random();
  if (asked !== undefined) return asked + jitter * FIRST_WAIT_MS;
  return FIRST_WAIT_MS * 2 ** retry * (0.5 + jitter / 2);
}

/** `Retry-After` in milliseconds from now: it has seconds, or a date. */
export function retryAfterMs(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
