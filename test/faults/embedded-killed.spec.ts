import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inspectCluster } from '../../embedded-postgres/src/cluster/cluster';
import { isAlive, serverProcesses } from '../../embedded-postgres/src/server/processes';
import { build } from '../cli/run-cli';
import { query } from '../support/query';
import { findFaults, NO_FAULTS } from './support/find-faults';
import { ServiceProcesses } from './support/service-processes';
import { SCALE, RESUME_LIMIT_MS } from './support/scale';
import { timeToResume } from './support/time-to-resume';
import { SampleBusiness } from './support/sample-business';
import { BookingLoad } from './support/booking-load';

describe('after kill -9 of the embedded PostgreSQL', () => {
  const processes = new ServiceProcesses();
  let folder: string;

  beforeAll(() => build(), 180_000);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduling-faults-'));
  });

  afterEach(async () => {
    await processes.killAll();
    while ((await serversIn(folder)).length > 0) await wait(50);
    await rm(folder, { recursive: true, force: true });
  });

  it('the service restarts it and answers 503 until then', async () => {
    const service = processes.start({ DATA_DIR: folder, LOG_LEVEL: 'warn' });
    const url = await service.url();
    const databaseUrl = await urlIn(folder);
    const business = await SampleBusiness.open(url, databaseUrl);
    const load = BookingLoad.start(business, url);
    const resumed: number[] = [];
    for (let round = 0; round < SCALE.repetitions; round++) {
      await wait(SCALE.loadMs);
      const killedAt = performance.now();
      await killPostmaster(folder);
      await load.until(1, 503);
      resumed.push(await timeToResume('the embedded PostgreSQL was killed', business, url, killedAt));
    }
    await load.until(SCALE.clients, 201);
    await load.end();

    expect(await findFaults({ databaseUrl, load: load, processes: [service] })).toEqual(NO_FAULTS);
    expect(Math.max(...resumed)).toBeLessThanOrEqual(RESUME_LIMIT_MS);
    expect(await urlIn(folder)).toBe(databaseUrl);
    expect(service.output).toContain('The embedded PostgreSQL ended (signal SIGKILL); starting it again');
    expect(service.output).toContain('The embedded PostgreSQL is back');
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 });
  }, 180_000);

  it('a worker that started the server restarts it', async () => {
    const worker = processes.start({ DATA_DIR: folder }, { program: 'worker' });
    await worker.hasWritten('Worker');
    const databaseUrl = await urlIn(folder);
    await killPostmaster(folder);
    const killedAt = performance.now();
    while (!(await isThere(databaseUrl))) await wait(20);
    const ms = performance.now() - killedAt;
    expect(ms).toBeLessThanOrEqual(RESUME_LIMIT_MS);
    expect(worker.hasEnded()).toBe(false);
    expect(await worker.kill('SIGTERM')).toMatchObject({ code: 0 });
  }, 60_000);

  it('the service exits with the reason when the server was killed six times in a row', async () => {
    const service = processes.start({ DATA_DIR: folder });
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
