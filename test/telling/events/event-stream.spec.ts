import { ApiKeysService } from '../../../src/people/api-keys/api-keys.service';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';
import { HOUR_MS } from '../../../src/platform/time/units';
import { EventStreams } from '../../../src/telling/events/stream/event-streams';
import { StreamReader } from '../../support/event-stream';
import { eventsAfter, latestEvent, numberEvents } from '../../support/events';
import { startTestService, type TestService } from '../../support/test-service';

describe('The stream of events', () => {
  let service: TestService;
  const readers: StreamReader[] = [];

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(() => numberEvents(service));

  afterEach(() => Promise.all(readers.splice(0).map((reader) => reader.close())));

  afterAll(() => service.stop());

  /** Opens a stream that ends after the test. */
  async function open(
    ...options: Parameters<typeof StreamReader.open> extends [unknown, ...infer Rest] ? Rest : never
  ) {
    const reader = await StreamReader.open(service, ...options);
    readers.push(reader);
    return reader;
  }

  async function addCategory(name: string): Promise<void> {
    expect((await service.admin.post('/categories', { name })).status).toBe(201);
    await numberEvents(service);
  }

  /** Adds many categories at once. @param bytes the length of each description */
  async function addCategories(count: number, bytes: number): Promise<void> {
    await service.query(
      `insert into categories (name, description, created_at, updated_at)
       select 'Category ' || n, repeat('x', $2), now(), now() from generate_series(1, $1::int) n`,
      [count, bytes],
    );
    await numberEvents(service);
  }

  const namesOf = ({ events }: StreamReader) => events.map(({ data }) => data.data['name']);

  it('sends what happens after it was opened, as GET /events shows it', async () => {
    await addCategory('Before');
    const before = await latestEvent(service);
    const reader = await open();
    expect(reader.cursor).toBe(before);
    await addCategory('After');
    const [sent] = await reader.has(1);
    const [listed] = await eventsAfter(service, before);
    expect(sent).toEqual({ id: listed?.id, type: 'category.created', data: listed });
    expect(sent?.data.data).toMatchObject({ name: 'After' });
  });

  it('begins at its own time when another stream has not got the latest events yet', async () => {
    const other = await open();
    for (const name of ['One', 'Two', 'Three']) {
      await addCategory(`Before ${name}`);
      const reader = await open();
      await addCategory(name);
      await reader.has(1);
      expect(namesOf(reader)).toEqual([name]);
    }
    await other.has(6);
  });

  it('has headers that keep caches and proxies from holding it back', async () => {
    const { answer } = await open();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'ratelimit-limit': expect.any(String),
    });
    expect(answer.headers).not.toHaveProperty('content-encoding');
  });

  it('answers HEAD with the same headers and no stream', async () => {
    const { status, headers, body } = await service.admin.send('HEAD', '/events/stream');
    expect([status, headers.get('content-type'), body]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      undefined,
    ]);
  });

  it('sends with Last-Event-ID everything since then in order, and goes on with what happens meanwhile', async () => {
    const start = await latestEvent(service);
    await addCategories(230, 10);
    const meanwhile = (async () => {
      for (let n = 0; n < 20; n++) await addCategory(`Meanwhile ${n}`);
    })();
    const late = [
      open({ lastEventId: start }),
      open({ lastEventId: start }),
      open({ lastEventId: start + 7 }),
    ];
    const [one, two, three] = await Promise.all(late);
    await meanwhile;
    for (const [reader, from] of [
      [one, start],
      [two, start],
      [three, start + 7],
    ] as const) {
      const ids = (await reader?.has(start + 250 - from))?.map(({ id }) => id);
      expect(ids).toEqual(Array.from({ length: start + 250 - from }, (_, n) => from + 1 + n));
    }
  });

  it('loses nothing and repeats nothing when a reader comes back with the last id it got', async () => {
    const first = await open();
    await addCategory('First');
    await first.has(1);
    await first.close();
    await addCategory('Missed');
    const again = await open({ lastEventId: first.cursor });
    await addCategory('Later');
    await again.has(2);
    expect([...namesOf(first), ...namesOf(again)]).toEqual(['First', 'Missed', 'Later']);
  });

  it('gives each of many readers every event once while others come and go', async () => {
    const begin = async () => {
      const reader = await open();
      return { reader, from: reader.cursor };
    };
    const many = await Promise.all(Array.from({ length: 25 }, begin));
    for (let n = 0; n < 12; n++) {
      const [next] = await Promise.all([begin(), many[n]?.reader.close(), addCategory(`Among many ${n}`)]);
      many.push(next);
    }
    const last = await latestEvent(service);
    for (const { reader, from } of many.slice(12)) {
      const ids = (await reader.has(last - from)).map(({ id }) => id);
      expect(ids).toEqual(Array.from({ length: last - from }, (_, n) => from + 1 + n));
    }
  });

  it('has the filters of the list, and comments say how far it has come past them', async () => {
    const services = await open({ query: '?types=service.*' });
    const categories = await open({ query: '?types=category.created&resource=category' });
    const everything = await open();
    await addCategory('Hair');
    await service.admin.post('/services', { name: 'Haircut', durationMin: 30 });
    await numberEvents(service);
    await everything.has(2);
    expect([await services.has(1), await categories.has(1)].map(([sent]) => sent?.type)).toEqual([
      'service.created',
      'category.created',
    ]);
    service.app.get(EventStreams).mark();
    await categories.hasComments(2);
    expect(categories.cursor).toBe(everything.cursor);
    expect([services.events.length, categories.events.length]).toEqual([1, 1]);
  });

  it.each([
    ['x', 'must be the id of an event'],
    ['99999999', 'is not the id of an event'],
  ])('refuses the Last-Event-ID %s', async (lastEventId, fault) => {
    const headers = { 'last-event-id': lastEventId };
    const { status, body } = await service.admin.get('/events/stream', { headers });
    expect([status, body.error.details]).toEqual([422, { 'Last-Event-ID': fault }]);
  });

  it('takes an empty Last-Event-ID for none', async () => {
    const reader = await open({ lastEventId: '' });
    expect(reader.cursor).toBe(await latestEvent(service));
  });

  it('refuses a Last-Event-ID behind which events have been deleted', async () => {
    const start = await latestEvent(service);
    await addCategories(3, 1);
    await service.query('delete from events where id <= $1', [start + 2]);
    const headers = { 'last-event-id': String(start) };
    const { status, body } = await service.admin.get('/events/stream', { headers });
    expect([status, body.error.details]).toEqual([422, { reason: 'cursor_expired' }]);
  });

  it('is served to a hundred readers at a time, and to the next one when one of them has gone', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => open()));
    const refused = await service.admin.get('/events/stream');
    expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
      503,
      'SERVER_ERROR',
      '2',
    ]);
    await addCategory('For all');
    await Promise.all(all.map((reader) => reader.has(1)));
    expect(all.map(namesOf)).toEqual(Array(100).fill(['For all']));
    await all[0]?.close();
    let status = 503;
    // The service learns a moment later that a client has gone.
    while (status === 503) ({ status } = await service.admin.get('/events/stream'));
    expect(status).toBe(200);
  });

  it('ends when its key is revoked, and others stay open', async () => {
    const { id, key } = await service.keyOf(1);
    const [revoked, other] = [await open({ key }), await open({ query: '?types=category.*' })];
    await service.query('update api_keys set revoked_at = now() where id = $1', [id]);
    await service.app.get(EventStreams).endUnauthorized();
    expect(await revoked.ended()).toBe(true);
    await addCategory('For the other');
    expect(await other.has(1)).toHaveLength(1);
  });

  it('ends when the grace of its rotated key is over, and opens with the new key alone', async () => {
    const { id, key } = await service.keyOf(1);
    const successor = await service.app.get(ApiKeysService).rotate(COMMAND_LINE, id, HOUR_MS);
    const query = '?types=category.*';
    const [old, renewed] = [await open({ key, query }), await open({ key: successor.key, query })];
    await service.app.get(EventStreams).endUnauthorized();
    await addCategory('Within the grace');
    expect([await old.has(1), await renewed.has(1)].map(({ length }) => length)).toEqual([1, 1]);
    service.clock.advance(HOUR_MS);
    await service.app.get(EventStreams).endUnauthorized();
    expect(await old.ended()).toBe(true);
    const { status } = await service.withKey(key).get('/events/stream');
    expect(status).toBe(401);
    await addCategory('After the grace');
    expect(await renewed.has(2)).toHaveLength(2);
  });

  it('ends when the user of its key is not an administrator any more', async () => {
    const admin = await service.as('admin');
    const reader = await open({ key: admin.key });
    await service.query(`update users set roles = '{staff}' where id = (select max(id) from users)`);
    await service.app.get(EventStreams).endUnauthorized();
    expect(await reader.ended()).toBe(true);
  });

  it('does not wait for a client that does not read, which gets everything in order once it reads', async () => {
    const idle = await StreamReader.openUnread(service);
    readers.push(idle);
    const reader = await open();
    // More than the buffers of both sockets hold.
    for (let batch = 1; batch <= 4; batch++) {
      await addCategories(50, 100_000);
      await reader.has(50 * batch);
    }
    idle.start();
    expect((await idle.has(200)).map(({ id }) => id)).toEqual(reader.events.map(({ id }) => id));
    await addCategory('Both');
    await Promise.all([idle.has(201), reader.has(201)]);
  });

  it('ends in an orderly way when its instance stops, and begins again at another one', async () => {
    const other = await startTestService({ databaseUrl: service.databaseUrl });
    const reader = await StreamReader.open(other);
    await addCategory('One');
    await reader.has(1);
    const ended = reader.ended();
    await other.stop();
    expect(await ended).toBe(true);
    await addCategory('Two');
    const next = await open({ lastEventId: reader.cursor });
    await next.has(1);
    expect(namesOf(next)).toEqual(['Two']);
  });
});
