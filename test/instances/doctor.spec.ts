import { build, runCli } from '../cli/run-cli';
import { startTestService, type TestService } from '../support/test-service';
import { RedisServer } from './redis-server';

describe('The command doctor with a Redis', () => {
  let database: TestService;
  let redis: RedisServer;

  beforeAll(async () => {
    await build();
    database = await startTestService();
    redis = await RedisServer.start('s3cret');
  }, 180_000);

  afterAll(async () => {
    await redis.stop();
    await database.stop();
  });

  const examine = async (url: string) => {
    const environment = { DATABASE_URL: database.databaseUrl, REDIS_URL: url };
    const { code, stdout } = await runCli(environment, 'doctor', '--json');
    expect(stdout).not.toContain('s3cret');
    const { checks } = JSON.parse(stdout) as { checks: { check: string; status: string; finding: string }[] };
    const found = checks.find(({ check }) => check === 'redis');
    return { code, status: found?.status, finding: found?.finding };
  };

  it('reports that Redis counts requests', async () => {
    const finding = expect.stringMatching(/^127\.0\.0\.1:\d+\/0 counts requests$/);
    expect(await examine(redis.url)).toEqual({ code: 0, status: 'ok', finding });
  });

  it('reports that Redis refuses the password', async () => {
    const finding = expect.stringMatching(/WRONGPASS/);
    expect(await examine(redis.url.replace('s3cret', 'wr0ng'))).toEqual({
      code: 1,
      status: 'fault',
      finding,
    });
  });

  it('reports that Redis cannot count, as a read-only replica cannot', async () => {
    await redis.ask((client) => client.replicaof('127.0.0.1', 1));
    const finding = expect.stringMatching(/READONLY/);
    expect(await examine(redis.url)).toEqual({ code: 1, status: 'fault', finding });
  });
});
