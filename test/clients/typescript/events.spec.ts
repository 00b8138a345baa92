import { createClient, type EventBatch, type EventOptions, type Retry } from 'scheduling-service-client';
import { type Answers, answering, broken, failure, json } from './answers';

const batch = (ids: readonly number[], next: number, hasMore = false) =>
  json(200, { data: ids.map((id) => ({ id, type: 'appointment.booked' })), meta: { next, hasMore } });

/** Reads until the answers end, and then the signal. Nothing but the intervals waits. */
async function read(answers: Answers, options: EventOptions = {}) {
  const end = new AbortController();
  const last = () => {
    end.abort();
    return broken();
  };
  const { fetch, requests } = answering(...answers, last);
  const api = createClient({ baseUrl: 'http://service', fetch, retries: 0 });
  const batches: EventBatch[] = [];
  for await (const each of api.events({ intervalMs: 1, signal: end.signal, ...options })) batches.push(each);
  return {
    batches: batches.map(({ events, next }) => [events.map(({ id }) => id), next]),
    queries: requests.map(({ url }) => Object.fromEntries(new URL(url).searchParams)),
  };
}

describe('The reader of events', () => {
  it('begins with the oldest event, reads on at once while there is more, and then waits for more', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const answers = [batch([1, 2], 2, true), batch([3], 3), batch([4], 5)];
    const { batches, queries } = await read(answers, { intervalMs: 7 });
    expect(timers.mock.calls.filter(([, ms]) => ms === 7)).toHaveLength(2);
    expect(batches).toEqual([
      [[1, 2], 2],
      [[3], 3],
      [[4], 5],
    ]);
    expect(queries.map(({ after }) => after)).toEqual([undefined, '2', '3', '5']);
  });

  it('goes on from the cursor that the caller has kept, with the filters', async () => {
    const filters = {
      types: ['appointment.*', 'hold.expired'],
      resource: 'appointment',
      resourceId: 7,
    } as const;
    const { queries } = await read([batch([8], 8)], { after: 7, ...filters });
    const same = {
      types: 'appointment.*,hold.expired',
      resource: 'appointment',
      resourceId: '7',
      length: '100',
    };
    expect(queries).toEqual([
      { ...same, after: '7' },
      { ...same, after: '8' },
    ]);
  });

  it('tells where the log ends, and of a cursor that moves past events that the filters leave out', async () => {
    const { batches } = await read([batch([], 9), batch([], 9), batch([], 12)], { after: 'latest' });
    expect(batches).toEqual([
      [[], 9],
      [[], 12],
    ]);
  });

  it('ends with the reason when the cursor is no longer kept', async () => {
    const expired = failure(422, 'UNPROCESSABLE_ENTITY', { reason: 'cursor_expired' });
    await expect(read([expired], { after: 1 })).rejects.toMatchObject({ reason: 'cursor_expired' });
  });

  it.each([
    ['a fault of the connection', broken],
    ['a 503', failure(503, 'SERVER_ERROR')],
  ])('does not end with %s that outlasts the retries, and says so', async (_, outage) => {
    const end = new AbortController();
    const heard: Retry[] = [];
    const { fetch, requests } = answering(batch([4], 4, true), outage);
    const api = createClient({ baseUrl: 'http://service', fetch, retries: 0 });
    // The wait after an outage is long: the test ends it as soon as it has begun.
    const onRetry = (retry: Retry) => {
      heard.push(retry);
      end.abort();
    };
    const reading = api.events({ signal: end.signal, onRetry });
    expect((await reading.next()).value).toMatchObject({ next: 4 });
    expect(await reading.next()).toEqual({ done: true, value: undefined });
    expect(heard).toMatchObject([{ waitMs: 10_000 }]);
    expect(requests).toHaveLength(2);
  });
});
