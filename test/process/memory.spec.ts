import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { ApiClient } from '../support/api-client';
import { startTestService, type TestService } from '../support/test-service';
import { build } from '../cli/run-cli';
import { ServiceProcess } from './service-process';
import { bePatient, RUNS, SEED } from '../fuzz/support/explore';
import { hostileJson } from '../fuzz/support/hostile-json';

const PER_ROUND = Math.max(RUNS * 20, 200);
const AT_ONCE = 4;
const MEBIBYTE = 1_048_576;
/** Bodies of 100 kB, each of which unpacks to 100 MiB of white space. */
const BOMBS = Array.from<Buffer>({ length: 20 }).fill(gzipSync(Buffer.alloc(100 * MEBIBYTE, 0x20)));
/** The growth that the test allows, because garbage collection is not immediate. A measurement showed 4 MiB. */
const SLACK_MIB = 32;
/** Enough for a service of this size. A service that leaks request bodies soon runs out of heap, and ends. */
const HEAP = '--max-old-space-size=160';

bePatient(PER_ROUND * 4);

describe('The memory of a service', () => {
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

  it('does not grow while the service refuses many hostile bodies', async () => {
    const url = await service.url();
    const client = new ApiClient(url, (await database.keyOf(1)).key);
    const bodies = fc.sample(hostileJson, {
      numRuns: PER_ROUND,
      ...(SEED !== undefined && { seed: SEED }),
    });
    const storm = async () => {
      await eachAtOnce(bodies, ({ text }) => refuse(client, text));
      await eachAtOnce(BOMBS, (bomb) => refuseBomb(client, bomb));
    };
    await storm();
    await storm();
    const before = await residentMib(url);
    await storm();
    await storm();
    expect((await residentMib(url)) - before).toBeLessThan(SLACK_MIB);
    expect((await client.get('/services')).body.meta.total).toBe(0);
  });
});

/** Sends the text in two places that process it at length. Both requests lack a required member, so the service refuses them. */
async function refuse(client: ApiClient, text: string): Promise<void> {
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

async function refuseBomb(client: ApiClient, bomb: Buffer): Promise<void> {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const { status } = await client.send('POST', '/services', {
    raw: new Blob([new Uint8Array(bomb)]),
    headers,
  });
  if (status !== 413) throw new Error(`a bomb was answered with ${status}`);
}

async function eachAtOnce<T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<void> {
  const left = values.values();
  const one = async () => {
    for (const value of left) await work(value);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}

/** Reads the resident memory of the process from its metrics. */
async function residentMib(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1];
  return Number(bytes) / MEBIBYTE;
}
