import { ConnectionError, type Retry } from 'scheduling-service-client';
import { type RetrySettings, retrying } from '../../../clients/typescript/dist/cjs/retries';
import { type Answers, answering, broken, failure, json } from './answers';

const OK = () => json(200, { data: 1 });
const away = (status: number, retryAfter?: string) =>
  new Response('', { status, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } });

/** Sends the request against these answers. Nothing waits; `waits` has what would have been waited for. */
async function sent(request: Request, answers: Answers, settings: Partial<RetrySettings> = {}) {
  const { fetch, requests } = answering(...answers);
  const waits: number[] = [];
  const send = retrying({
    fetch,
    retries: 3,
    timeoutMs: 1_000,
    maxWaitMs: 30_000,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    ...settings,
  });
  const outcome = await send(request).catch((error: unknown) => error as Error);
  return { outcome, status: outcome instanceof Response ? outcome.status : undefined, requests, waits };
}

const request = (method: string, headers: Readonly<Record<string, string>> = {}) =>
  new Request('http://service/api/v1/things', {
    method,
    headers,
    ...(method === 'GET' ? {} : { body: '{"a":1}' }),
  });

describe('The client sends a request again', () => {
  beforeEach(() => {
    jest.spyOn(Math, 'random').mockReturnValue(0);
  });

  it.each([502, 503, 504])('after a %i', async (status) => {
    expect(await sent(request('GET'), [away(status), OK()])).toMatchObject({ status: 200, waits: [250] });
  });

  it('after a fault of the connection', async () => {
    expect(await sent(request('GET'), [broken, broken, OK()])).toMatchObject({
      status: 200,
      waits: [250, 500],
    });
  });

  it('after the seconds of Retry-After', async () => {
    expect(await sent(request('GET'), [away(429, '7'), OK()])).toMatchObject({ status: 200, waits: [7_000] });
  });

  it('at the date of Retry-After', async () => {
    const inTenSeconds = new Date(Date.now() + 10_000).toUTCString();
    const { status, waits } = await sent(request('GET'), [away(503, inTenSeconds), OK()]);
    expect(status).toBe(200);
    expect(waits[0]).toBeGreaterThan(8_000);
    expect(waits[0]).toBeLessThanOrEqual(10_000);
  });

  it('without a wait when the date of Retry-After is over', async () => {
    const past = new Date(0).toUTCString();
    expect(await sent(request('GET'), [away(503, past), OK()])).toMatchObject({ status: 200, waits: [0] });
  });

  it('with waits that double, and with jitter', async () => {
    jest.mocked(Math.random).mockReturnValue(1);
    const answers = [away(503), away(503), away(503), OK()] as const;
    expect(await sent(request('GET'), [...answers])).toMatchObject({
      status: 200,
      waits: [500, 1_000, 2_000],
    });
  });

  it('with the same body and Idempotency-Key', async () => {
    const { requests } = await sent(request('POST', { 'idempotency-key': 'k' }), [broken, away(503), OK()]);
    expect(await Promise.all(requests.map((each) => each.text()))).toEqual(['{"a":1}', '{"a":1}', '{"a":1}']);
    expect(requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual(['k', 'k', 'k']);
  });

  it('while the first request with its Idempotency-Key is still running', async () => {
    const running = failure(
      409,
      'UNPROCESSABLE_ENTITY',
      { reason: 'idempotency_key_in_use' },
      { 'retry-after': '1' },
    );
    const answers = [broken, running, OK()] as const;
    expect(await sent(request('POST', { 'idempotency-key': 'k' }), [...answers])).toMatchObject({
      status: 200,
    });
  });

  it.each(['PUT', 'DELETE'])('when it is a %s', async (method) => {
    expect(await sent(request(method), [broken, OK()])).toMatchObject({ status: 200 });
  });

  it('when it is a PATCH that the rate limit refused', async () => {
    expect(await sent(request('PATCH'), [away(429, '1'), OK()])).toMatchObject({ status: 200 });
  });

  it('and says so before it waits', async () => {
    const heard: Retry[] = [];
    const onRetry = (retry: Retry) => {
      heard.push(retry);
    };
    await sent(request('GET'), [broken, away(503, '2'), OK()], { onRetry });
    expect(heard.map(({ waitMs }) => waitMs)).toEqual([250, 2_000]);
    expect(heard[0]?.after).toBeInstanceOf(ConnectionError);
    expect(heard[1]?.after).toMatchObject({ status: 503 });
  });
});

describe('The client does not send a request again', () => {
  it.each([400, 401, 403, 404, 412, 422, 500])('after a %i', async (status) => {
    expect(await sent(request('GET'), [away(status)])).toMatchObject({ status, waits: [] });
  });

  it.each([
    ['PATCH', {}],
    ['PATCH', { 'idempotency-key': 'which no PATCH takes' }],
    ['POST', {}],
  ])('when it is a %s with %j and the first one may have been done', async (method, headers) => {
    expect(await sent(request(method, headers), [away(503)])).toMatchObject({ status: 503, waits: [] });
    expect((await sent(request(method, headers), [broken])).outcome).toBeInstanceOf(ConnectionError);
  });

  it('more often than it is told', async () => {
    const { status, requests } = await sent(request('GET'), [away(503), away(503), away(503)], {
      retries: 2,
    });
    expect({ status, requests: requests.length }).toEqual({ status: 503, requests: 3 });
  });

  it('when Retry-After is beyond the longest wait', async () => {
    expect(await sent(request('GET'), [away(429, '31')])).toMatchObject({ status: 429, waits: [] });
  });

  it('after the last fault of the connection, which it throws with its cause', async () => {
    const { outcome } = await sent(request('GET'), [broken, broken], { retries: 1 });
    expect(outcome).toBeInstanceOf(ConnectionError);
    expect(outcome).toMatchObject({ cause: { message: 'fetch failed' } });
  });
});

describe('An attempt', () => {
  /** Answers never, but ends with the signal of the request. */
  function hanging(begun: () => void = () => undefined) {
    const reasons: unknown[] = [];
    const fetch = ({ signal }: Request) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason);
          reject(signal.reason as Error);
        });
        begun();
      });
    return { fetch, reasons };
  }

  it('ends after the timeout, which is a fault of the connection', async () => {
    const { outcome } = await sent(request('GET'), [], { fetch: hanging().fetch, timeoutMs: 5, retries: 0 });
    expect(outcome).toMatchObject({ name: 'ConnectionError', cause: { name: 'TimeoutError' } });
  });

  it('ends when its body stops in the middle', async () => {
    const cutOff = new ReadableStream({
      start: (body) => {
        body.error(new Error('cut off'));
      },
    });
    const { requests } = await sent(request('GET'), [new Response(cutOff), OK()]);
    expect(requests).toHaveLength(2);
  });

  it('ends with the signal of the caller, and is not repeated', async () => {
    const caller = new AbortController();
    const reason = new Error('the visitor left');
    const aborted = new Request(request('GET'), { signal: caller.signal });
    const { fetch, reasons } = hanging(() => {
      caller.abort(reason);
    });
    expect(await sent(aborted, [], { fetch })).toMatchObject({ outcome: reason, waits: [] });
    expect(reasons).toEqual([reason]);
  });

  it('is not made when the signal of the caller has ended already', async () => {
    const aborted = new Request(request('GET'), { signal: AbortSignal.abort(new Error('too late')) });
    expect(await sent(aborted, [OK()])).toMatchObject({ outcome: { message: 'too late' }, requests: [] });
  });

  it('leaves nothing at the signal of the caller', async () => {
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');
    const plain = request('GET');
    Object.defineProperty(plain, 'signal', { value: signal });
    await sent(plain, [broken, OK()]);
    expect(added).toHaveBeenCalledTimes(2);
    expect(removed).toHaveBeenCalledTimes(2);
  });
});
