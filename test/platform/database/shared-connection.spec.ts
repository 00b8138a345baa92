import { Client } from 'pg';
import { SharedConnection } from '../../../src/platform/database/reads/short-reads';

const SLOW = { text: 'select pg_sleep(10)' };
const LOST = { status: 'rejected', reason: { message: 'Connection terminated: a read took too long' } };

describe('A shared connection', () => {
  let client: Client;
  let connection: SharedConnection;
  let isEnded: boolean;
  let ended: Promise<unknown>;

  beforeEach(async () => {
    client = new Client({ connectionString: process.env['TEST_DATABASE_URL'], pipeline: true });
    client.on('error', () => undefined);
    await client.connect();
    share();
  });

  afterEach(() => connection.close());

  const share = (lookEveryMs?: number) => {
    isEnded = false;
    ended = new Promise((resolve) => {
      connection = new SharedConnection(client, resolve, lookEveryMs);
    }).then(() => (isEnded = true));
  };
  const number = (value: number) =>
    connection.read<{ number: number }>({ text: 'select $1::int as number', values: [value] });
  const pause = (seconds: number) => connection.read({ text: 'select pg_sleep($1)', values: [seconds] });

  it('answers each of several reads that it sends together', async () => {
    const answers = Promise.all([1, 2, 3].map(number));
    expect(connection.backlog).toBe(3);
    expect(await answers).toEqual([[{ number: 1 }], [{ number: 2 }], [{ number: 3 }]]);
    expect(connection.backlog).toBe(0);
  });

  it('answers the reads behind one that PostgreSQL refuses', async () => {
    const refused = connection.read({ text: 'select 1 / $1::int', values: [0] });
    const [answer, ...others] = await Promise.allSettled([refused, number(1), number(2)]);
    expect(answer).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } });
    expect(others).toMatchObject([{ value: [{ number: 1 }] }, { value: [{ number: 2 }] }]);
    expect(isEnded).toBe(false);
  });

  it('ends when a read exceeds the statement timeout, so that those behind it fail at once', async () => {
    // Long enough that the second read does not exceed it, too, before a busy machine has ended the connection.
    await client.query('set statement_timeout = 500');
    const [slow, behind] = await Promise.allSettled([connection.read(SLOW), connection.read(SLOW)]);
    expect(slow).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
    expect(behind).toMatchObject(LOST);
    await ended;
  });

  it('ends when the server does not answer for three looks', async () => {
    share(20);
    const [unanswered] = await Promise.allSettled([connection.read(SLOW)]);
    expect(unanswered).toMatchObject(LOST);
    await ended;
  });

  it('stays open as long as answers arrive, however long the last read waits for its own', async () => {
    share(250);
    const answers = Array.from({ length: 10 }, () => pause(0.1));
    expect(await Promise.allSettled(answers)).not.toContainEqual(
      expect.objectContaining({ status: 'rejected' }),
    );
    expect(isEnded).toBe(false);
  });

  it('closes after sixty looks without a read', async () => {
    share(5);
    await ended;
    await expect(number(1)).rejects.toThrow('Client was closed');
  });
});
