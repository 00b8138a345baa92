import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inspectCluster } from '../../embedded-postgres/src/cluster/cluster';
import { isAlive, serverProcesses } from '../../embedded-postgres/src/server/processes';
import { build } from '../cli/run-cli';
import { query } from '../support/query';
import { aftermath, UNSCATHED } from './support/aftermath';
import { Cast } from './support/cast';
import { EFFORT, RESUMES_WITHIN } from './support/effort';
import { resumption } from './support/resumption';
import { Shop } from './support/shop';
import { Storm } from './support/storm';

describe('kill -9 of the embedded PostgreSQL', () => {
  const cast = new Cast();
  let folder: string;

  beforeAll(() => build(), 180_000);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduling-faults-'));
  });

  afterEach(async () => {
    await cast.dismiss();
    while ((await serversIn(folder)).length > 0) await wait(50);
    await rm(folder, { recursive: true, force: true });
  });

  it('in a storm: the service starts it again by itself, and answers 503 meanwhile', async () => {
    const service = cast.start({ DATA_DIR: folder, LOG_LEVEL: 'warn' });
    const url = await service.url();
    const databaseUrl = await urlIn(folder);
    const shop = await Shop.open(url, databaseUrl);
    const storm = Storm.over(shop, url);
    const resumed: number[] = [];
    for (let blow = 0; blow < EFFORT.blows; blow++) {
      await wait(EFFORT.storm);
      const killedAt = performance.now();
      await killPostmaster(folder);
      await storm.until(1, 503);
      resumed.push(await resumption('the embedded PostgreSQL was killed', shop, url, killedAt));
    }
    await storm.until(EFFORT.clients, 201);
    await storm.end();

    expect(await aftermath({ databaseUrl, storm, processes: [service] })).toEqual(UNSCATHED);
    expect(Math.max(...resumed)).toBeLessThanOrEqual(RESUMES_WITHIN);
    expect(await urlIn(folder)).toBe(databaseUrl);
    expect(service.output).toContain('The embedded PostgreSQL ended (signal SIGKILL); starting it again');
    expect(service.output).toContain('The embedded PostgreSQL is back');
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 });
  }, 180_000);

  it('under a worker that came first: the worker starts it again', async () => {
    const worker = cast.start({ DATA_DIR: folder }, { program: 'worker' });
    await worker.hasWritten('Worker');
    const databaseUrl = await urlIn(folder);
    await killPostmaster(folder);
    const killedAt = performance.now();
    while (!(await isThere(databaseUrl))) await wait(20);
    const ms = performance.now() - killedAt;
    expect(ms).toBeLessThanOrEqual(RESUMES_WITHIN);
    expect(worker.hasEnded()).toBe(false);
    expect(await worker.kill('SIGTERM')).toMatchObject({ code: 0 });
  }, 60_000);

  it('time and again ends the service, which says why', async () => {
    const service = cast.start({ DATA_DIR: folder });
    await service.url();
    while (!service.hasEnded()) {
      await killPostmaster(folder);
      await wait(20);
    }
    const { code, written } = await service.end();
    expect(code).toBe(1);
    expect(written).toMatch(/The embedded PostgreSQL ended: 6 times in a row; the last time: .*SIGKILL/);
  }, 60_000);
});

async function urlIn(folder: string): Promise<string> {
  const record = JSON.parse(await readFile(join(folder, 'postgres.json'), 'utf8')) as { url: string };
  return record.url;
}

async function serversIn(folder: string) {
  return serverProcesses(await inspectCluster(folder));
}

async function killPostmaster(folder: string): Promise<void> {
  for (const { pid, isPostmaster } of await serversIn(folder)) {
    if (isPostmaster && isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
}

async function isThere(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  );
}
