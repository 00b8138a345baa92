import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { query } from '../support/database/query';
import { EmbeddedFolder } from './support/embedded-folder';
import { findFaults, NO_FAULTS } from './support/find-faults';
import { ServiceProcesses } from './support/service-processes';
import { SCALE, RESUME_LIMIT_MS } from './support/scale';
import { timeToResume } from './support/time-to-resume';
import { SampleBusiness } from './support/sample-business';
import { BookingLoad } from './support/booking-load';

describe('after kill -9 of the embedded PostgreSQL', () => {
  const processes = new ServiceProcesses();
  let folder: EmbeddedFolder;

  beforeAll(() => build(), 180_000);

  beforeEach(async () => {
    folder = await EmbeddedFolder.create();
  });

  afterEach(async () => {
    await processes.killAll();
    await folder.remove();
  });

  it('the service restarts it and answers 503 until then', async () => {
    const service = processes.start({ DATA_DIR: folder.path, LOG_LEVEL: 'warn' });
    const url = await service.url();
    const databaseUrl = await folder.url();
    const business = await SampleBusiness.open(url, databaseUrl);
    const load = BookingLoad.start(business, url);
    const resumed: number[] = [];
    for (let round = 0; round < SCALE.repetitions; round++) {
      await wait(SCALE.loadMs);
      const killedAt = performance.now();
      await folder.killPostmaster();
      await load.until(1, 503);
      resumed.push(await timeToResume('the embedded PostgreSQL was killed', business, url, killedAt));
    }
    await load.until(SCALE.clients, 201);
    await load.end();

    expect(await findFaults({ databaseUrl, load, processes: [service] })).toEqual(NO_FAULTS);
    expect(Math.max(...resumed)).toBeLessThanOrEqual(RESUME_LIMIT_MS);
    expect(await folder.url()).toBe(databaseUrl);
    expect(service.output).toContain('The embedded PostgreSQL ended (signal SIGKILL); starting it again');
    expect(service.output).toContain('The embedded PostgreSQL is back');
    expect(await service.kill('SIGTERM')).toMatchObject({ code: 0 });
  }, 180_000);

  it('a worker that started the server restarts it', async () => {
    const worker = processes.start({ DATA_DIR: folder.path }, { program: 'worker' });
    await worker.hasWritten('Worker');
    const databaseUrl = await folder.url();
    await folder.killPostmaster();
    const killedAt = performance.now();
    while (!(await isThere(databaseUrl))) await wait(20);
    const ms = performance.now() - killedAt;
    expect(ms).toBeLessThanOrEqual(RESUME_LIMIT_MS);
    expect(worker.hasEnded()).toBe(false);
    expect(await worker.kill('SIGTERM')).toMatchObject({ code: 0 });
  }, 60_000);

  it('the service exits with the reason when the server was killed six times in a row', async () => {
    const service = processes.start({ DATA_DIR: folder.path });
    await service.url();
    while (!service.hasEnded()) {
      await folder.killPostmaster();
      await wait(20);
    }
    const { code, written } = await service.end();
    expect(code).toBe(1);
    expect(written).toMatch(/The embedded PostgreSQL ended: 6 times in a row; the last time: .*SIGKILL/);
  }, 60_000);
});

async function isThere(url: string): Promise<boolean> {
  return query(url, 'select 1').then(
    () => true,
    () => false,
  );
}
