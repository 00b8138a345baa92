import { EventEmitter } from 'node:events';
import { Client, Pool } from 'pg';
import { PreparedQuery, send } from '../../../src/platform/database/connection/prepared-query';

const KINDS = `
  select $1::int as number, date '2026-11-23' as day, timestamptz '2026-11-23Z' as at, null as missing,
    json_build_array(1, 'two') as list`;

describe('A prepared query', () => {
  let pool: Pool;
  let client: Client;

  beforeEach(async () => {
    const connectionString = process.env['TEST_DATABASE_URL'];
    pool = new Pool({ connectionString, max: 1 });
    client = new Client({ connectionString, pipeline: true });
    await client.connect();
  });

  afterEach(async () => {
    await client.end();
    await pool.end();
  });

  /** Counts the messages of a kind that a connection receives. */
  const counted = (of: object, kind: string) => {
    const heard = { count: 0 };
    const { connection } = of as { connection: EventEmitter };
    connection.on(kind, () => heard.count++);
    return heard;
  };
  const kinds = (on: Client | Pool, number: number) =>
    send<{ number: number }>(on, new PreparedQuery('kinds', KINDS, [number]));

  it('describes its columns once on each connection, and answers as an unprepared one', async () => {
    const descriptions = counted(client, 'rowDescription');
    const answers = [await kinds(client, 1), await kinds(client, 2), await kinds(client, 3)];
    expect(descriptions.count).toBe(1);
    const plain = [1, 2, 3].map((number) => send(client, { text: KINDS, values: [number] }));
    expect(answers).toEqual(await Promise.all(plain));
    expect(answers.map(([row]) => Object.keys(row ?? {}))).toEqual(
      Array.from({ length: 3 }, () => ['number', 'day', 'at', 'missing', 'list']),
    );

    const other = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await other.connect();
    const ofOther = counted(other, 'rowDescription');
    expect(await kinds(other, 1)).toEqual(answers[0]);
    expect(ofOther.count).toBe(1);
    await other.end();
  });

  it('answers those that are sent together, each with its own rows', async () => {
    const series = (count: number) =>
      send<{ n: number }>(
        client,
        new PreparedQuery('series', 'select generate_series(1, $1::int) as n', [count]),
      );
    for (let turn = 0; turn < 3; turn++) {
      const lengths = (await Promise.all([3, 0, 2, 1].map(series))).map((rows) => rows.length);
      expect(lengths).toEqual([3, 0, 2, 1]);
    }
  });

  it('runs on a pool, and without rows', async () => {
    expect((await kinds(pool, 4)).map(({ number }) => number)).toEqual([4]);
    expect((await kinds(pool, 5)).map(({ number }) => number)).toEqual([5]);
    const set = () => send(pool, new PreparedQuery('set', `set local statement_timeout = 0`, []));
    expect([await set(), await set()]).toEqual([[], []]);
  });

  it('fails alone', async () => {
    const divide = (by: unknown) =>
      send<{ half: number }>(client, new PreparedQuery('divide', 'select 10 / $1::int as half', [by]));
    await divide(1);
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    const settled = await Promise.allSettled([divide(0), divide(5), divide('five'), divide(2)]);
    expect(settled).toMatchObject([
      { reason: { message: 'division by zero', stack: expect.stringContaining('send') as string } },
      { value: [{ half: 2 }] },
      { reason: { code: '22P02' } },
      { value: [{ half: 5 }] },
    ]);
    await expect(divide(circle)).rejects.toThrow('circular');
    expect(await kinds(client, 6)).toMatchObject([{ number: 6 }]);
  });

  it('is refused when its columns would change', async () => {
    await client.query('create temp table changing (a int); insert into changing values (1)');
    const all = () => send(client, new PreparedQuery('all', 'select * from changing', []));
    expect([await all(), await all()]).toEqual([[{ a: 1 }], [{ a: 1 }]]);
    await client.query('alter table changing add b int');
    await expect(all()).rejects.toThrow('cached plan must not change result type');
  });
});
