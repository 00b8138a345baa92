import autocannon from 'autocannon';
import type { Next } from './operations/operation';

/** The load to put on a server. */
export interface Drive {
  /** http://host:port */
  readonly origin: string;
  readonly key: string;
  readonly connections: number;
  readonly seconds: number;
  readonly next: Next;
}

/** The result of driving a server. */
export interface Driven {
  readonly answers: number;
  /** Time until the last answer. */
  readonly seconds: number;
  /** The count of each status; `error`: no answer. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Latencies in ms, ascending. */
  readonly latencies: Float64Array;
}

/** Interval at which autocannon checks whether it is done, in ms. */
const LOOK_EVERY_MS = 50;
const TIMEOUT_S = 30;

/** Members of autocannon 9's clients that its types leave out. */
type Endable = autocannon.Client & { destroy(): void };

/**
 * Drives a server: each connection sends its next request when the last one is answered. When the time is over, each
 * connection waits for its last answer: no request is left running, and every request is counted.
 */
export function drive({ origin, key, connections, seconds, next }: Drive): Promise<Driven> {
  return new Promise((resolve, reject) => {
    const latencies: number[] = [];
    const statuses: Record<string, number> = {};
    const count = (status: string) => (statuses[status] = (statuses[status] ?? 0) + 1);
    const began = performance.now();
    let ended = began;
    const instance = autocannon(
      {
        ...{ url: origin, connections, timeout: TIMEOUT_S, sampleInt: LOOK_EVERY_MS },
        duration: seconds + TIMEOUT_S,
        requests: [{ setupRequest: (request) => ({ ...request, ...questionOf(next, key) }) }],
      },
      (error) => {
        if (error !== null) reject(error instanceof Error ? error : new Error(String(error)));
        const driven = { statuses, latencies: Float64Array.from(latencies).sort() };
        resolve({ answers: latencies.length, seconds: (ended - began) / 1000, ...driven });
      },
    );
    instance.on('response', (client, status, _bytes, ms) => {
      ended = performance.now();
      latencies.push(ms);
      count(String(status));
      if (ended - began > seconds * 1000) (client as Endable).destroy();
    });
    instance.on('reqError', () => count('error'));
  });
}

function questionOf(next: Next, key: string): autocannon.Request {
  const { method, path, body } = next();
  const authorization = `Bearer ${key}`;
  if (body === undefined) return { method, path, headers: { authorization } };
  return {
    ...{ method, path },
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
