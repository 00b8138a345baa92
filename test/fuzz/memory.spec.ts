import { ApiClient } from '../support/api-client';
import { startTestService, type TestService } from '../support/test-service';
import { build } from '../cli/run-cli';
import { ServiceProcess } from '../service/service-process';
import fc from 'fast-check';
import { bePatient, RUNS, SEED } from './support/explore';
import { hostileJson } from './support/hostile-json';

const PER_ROUND = RUNS * 25;
const AT_ONCE = 4;
const MEBIBYTE = 1_048_576;
/** What a service that keeps nothing of the requests may still gain: caches fill, the heap is not tidied at once. */
const SLACK_MIB = 96;
/** The rest is enough for a service of this size; one that keeps what it was sent soon has none left, and ends. */
const HEAP = '--max-old-space-size=160';

bePatient(PER_ROUND * 4);

describe('the memory of a service', () => {
  let database: TestService;
  let service: ServiceProcess;

  beforeAll(async () => {
    await build();
    database = await startTestService();
    service = ServiceProcess.start({
      DATABASE_URL: database.databaseUrl,
      RATE_LIMIT: '1000000',
      NODE_OPTIONS: HEAP,
    });
  }, 180_000);

  afterAll(async () => {
    await service.kill('SIGKILL');
    await database.stop();
  });

  it('stays what it is under a storm of bodies that it refuses', async () => {
    const url = await service.url();
    const client = new ApiClient(url, (await database.keyOf(1)).key);
    const bodies = fc.sample(hostileJson(), {
      numRuns: PER_ROUND,
      ...(SEED !== undefined && { seed: SEED }),
    });
    const storm = () => eachAtOnce(bodies, ({ text }) => refused(client, text));
    await storm();
    await storm();
    const before = await residentMib(url);
    await storm();
    await storm();
    expect((await residentMib(url)) - before).toBeLessThan(SLACK_MIB);
    expect((await client.get('/services')).body.meta.total).toBe(0);
  });
});

/** Wherever it is, it is no price, and no list of services. */
async function refused(client: ApiClient, text: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const bodies = {
    '/services': `{"name": ${text}, "x": ${text}}`,
    '/providers': `{"schedule": [{"day": ${text}}], "slug": ${text}}`,
  };
  for (const [path, raw] of Object.entries(bodies)) {
    const { status } = await client.send('POST', path, { raw, headers });
    if (status < 400 || status >= 500) throw new Error(`${text.slice(0, 200)} was answered with ${status}`);
  }
}

async function eachAtOnce<T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<void> {
  const left = values.values();
  const one = async () => {
    for (const value of left) await work(value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Of the process, as it says itself. */
async function residentMib(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1];
  return Number(bytes) / MEBIBYTE;
}
