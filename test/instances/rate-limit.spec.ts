import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { ServiceProcess } from '../process/service-process';
import { type Answer, ApiClient } from '../support/api-client';
import { startTestService, type TestService } from '../support/test-service';
import { RedisServer } from './redis-server';

function statusesOf(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function limitsOf({ headers }: Answer) {
  return ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));
}

describe('Several processes that share a Redis', () => {
  let database: TestService;
  let redis: RedisServer;
  const started: ServiceProcess[] = [];

  beforeAll(async () => {
    await build();
    database = await startTestService();
  }, 180_000);

  beforeEach(async () => {
    redis = await RedisServer.start('p4ss%2Fword');
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map((service) => service.kill('SIGKILL')));
    await redis.stop();
  });

  afterAll(() => database.stop());

  /** Starts `count` processes, and returns a client of each; all use one new key. */
  async function processes(count: number, environment: Record<string, string> = {}): Promise<ApiClient[]> {
    const shared = { DATABASE_URL: database.databaseUrl, REDIS_URL: redis.url, DATABASE_POOL_SIZE: '2' };
    const { key } = await database.keyOf(1);
    const services = Array.from({ length: count }, () => ServiceProcess.start({ ...shared, ...environment }));
    started.push(...services);
    return Promise.all(services.map(async (service) => new ApiClient(await service.url(), key)));
  }

  /** Sends this many requests at once, distributed over the clients. */
  const ask = (clients: readonly ApiClient[], times: number): Promise<Answer[]> =>
    Promise.all(
      clients.flatMap((client, place) =>
        Array.from({ length: Math.ceil((times - place) / clients.length) }, () => client.get('/services')),
      ),
    );

  it('accept six searches at once that count as 20 each, and then nothing more', async () => {
    const clients = await processes(3);
    const items = Array.from({ length: 10 }, () => ({ serviceId: 1 }));
    const search = async (client: ApiClient) =>
      (await client.post('/availability/search', { items, from: '2026-12-01', to: '2027-03-02' })).status;
    const accepted = await Promise.all([...clients, ...clients].map(search));
    expect(accepted).not.toContain(429);
    expect(await Promise.all(clients.map(search))).toEqual([429, 429, 429]);
  });

  it('accept exactly 120 of 121 requests of a key, however they are distributed', async () => {
    const answers = await ask(await processes(3), 121);
    expect(statusesOf(answers)).toEqual({ 200: 120, 429: 1 });
    const left = answers.map(({ headers }) => Number(headers.get('ratelimit-remaining')));
    expect(left.sort((a, b) => a - b)).toEqual([0, ...Array(120).keys()]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe(refused?.headers.get('ratelimit-reset'));
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('refuse further requests until the window ends', async () => {
    const [one, other] = (await processes(2, { RATE_LIMIT: '2', RATE_LIMIT_WINDOW_S: '9000' })) as [
      ApiClient,
      ApiClient,
    ];
    expect(limitsOf(await one.get('/services'))).toEqual(['2', '1', '9000']);
    expect(statusesOf(await ask([one, other], 4))).toEqual({ 200: 1, 429: 3 });
    await redis.ask(async (client) => {
      for (const key of await client.keys('*')) expect(await client.pttl(key)).toBeLessThanOrEqual(9_000_000);
      for (const key of await client.keys('*:hits')) await client.pexpire(key, 1);
      while ((await client.keys('*:hits')).length > 0) await wait(1);
    });
    const answer = await other.get('/services');
    expect(answer.status).toBe(200);
    expect(limitsOf(answer)).toEqual(['2', '1', '9000']);
  });

  it.each([
    ['has stopped', 'stop', 'start'],
    ['does not answer', 'freeze', 'thaw'],
  ] as const)('count separately while Redis %s, and together again afterwards', async (_, away, back) => {
    const clients = await processes(2, { RATE_LIMIT: '3', LOG_LEVEL: 'info' });
    expect(statusesOf(await ask(clients, 4))).toEqual({ 200: 3, 429: 1 });
    await redis[away]();
    expect(statusesOf(await ask(clients, 8))).toEqual({ 200: 6, 429: 2 });
    await redis[back]();
    await Promise.all(started.map((service) => service.hasWritten('Redis is back')));
    await redis.ask((client) => client.flushall());
    expect(statusesOf(await ask(clients, 4))).toEqual({ 200: 3, 429: 1 });
    for (const service of started) {
      const { code, written } = await service.kill('SIGTERM');
      expect(code).toBe(0);
      expect(written.match(/Redis is (away|back)/g)).toEqual(['Redis is away', 'Redis is back']);
      expect(written).not.toMatch(/p4ss|unhandled/i);
    }
  });

  it('close their connections to Redis when they stop', async () => {
    await processes(2);
    const clientsNow = async () => {
      const list = await redis.ask((client) => client.client('LIST'));
      return (list as string).match(/name=scheduling-service/g)?.length ?? 0;
    };
    expect(await clientsNow()).toBe(2);
    await Promise.all(started.map((service) => service.kill('SIGTERM')));
    expect(await clientsNow()).toBe(0);
  });

  it('count separately when Redis refuses the password, and log this without the password', async () => {
    const wrong = redis.url.replace('p4ss', 'wr0ng');
    const clients = await processes(1, { REDIS_URL: wrong, RATE_LIMIT: '3', LOG_LEVEL: 'info' });
    expect(statusesOf(await ask(clients, 4))).toEqual({ 200: 3, 429: 1 });
    const { written } = (await started[0]?.kill('SIGTERM')) ?? { written: '' };
    expect(written.match(/Redis is away \(WRONGPASS[^)]*\)/g)).toHaveLength(1);
    expect(written).not.toMatch(/wr0ng/);
  });
});
