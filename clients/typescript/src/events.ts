import type { Call, Schemas } from './calls.js';
import { ApiError, ConnectionError } from './errors.js';
import { type Retry, wait } from './retries.js';

export type Event = Schemas['EventResponse'];

export interface EventOptions {
  /** The `next` of the last batch that was handled, or `latest`. Default: the oldest event that is kept. */
  readonly after?: number | 'latest' | undefined;
  /** Types of events; `appointment.*` stands for all types of appointments. */
  readonly types?: readonly string[] | undefined;
  readonly resource?: Event['resource'] | undefined;
  readonly resourceId?: number | string | undefined;
  /** How long to wait for more, in milliseconds. Default: 2,000. */
  readonly intervalMs?: number | undefined;
  /** Ends the reading. */
  readonly signal?: AbortSignal | undefined;
  /** Hears of faults that do not end the reading. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
}

/** Events in the order of their commits. Keep `next` together with what you made of them. */
export interface EventBatch {
  readonly events: readonly Event[];
  /** The cursor to read on from. It also counts what the filters leave out, so it can be newer with no event. */
  readonly next: number;
}

/** How long to wait after faults that the client's own retries did not overcome. */
const OUTAGE_WAIT_MS = 10_000;

/**
 * Reads events until the signal ends it. An outage does not: the reading goes on where it was.
 * @throws ApiError for anything that waiting does not mend, such as a `RefusedError` with the reason `cursor_expired`
 */
export async function* readEvents(
  get: Call<'get'>,
  options: EventOptions,
): AsyncGenerator<EventBatch, void, undefined> {
  const { types, resource, resourceId, intervalMs = 2_000, onRetry } = options;
  const { signal = new AbortController().signal } = options;
  const filters = {
    ...(types && { types: types.join(',') }),
    ...(resource && { resource }),
    ...(resourceId !== undefined && { resourceId: String(resourceId) }),
  };
  /** The answer or an outage; undefined when the caller has ended the reading. */
  const readAfter = (cursor: typeof options.after) => {
    const query = { ...filters, length: 100, ...(cursor !== undefined && { after: String(cursor) }) };
    return get('/events', { params: { query }, signal }).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      if (isOutage(error)) return error;
      throw error;
    });
  };
  let { after } = options;
  while (!signal.aborted) {
    const answer = await readAfter(after);
    if (answer === undefined) return;
    if (isOutage(answer)) {
      onRetry?.({ after: answer instanceof ApiError ? answer.response : answer, waitMs: OUTAGE_WAIT_MS });
      await wait(OUTAGE_WAIT_MS, signal);
    } else {
      const { data: events, meta } = answer;
      if (meta.next !== after) yield { events, next: meta.next };
      after = meta.next;
      if (!meta.hasMore) await wait(intervalMs, signal);
    }
  }
}

function isOutage(error: unknown): error is ApiError | ConnectionError {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}
