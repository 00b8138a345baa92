import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inspectCluster } from '../../embedded-postgres/src/cluster/cluster';
import { serverProcesses } from '../../embedded-postgres/src/server/processes';
import { build } from '../cli/run-cli';
import { query } from '../support/query';
import { ServiceProcesses } from './support/service-processes';
import { RESUME_LIMIT_MS } from './support/scale';
import { timeToResume } from './support/time-to-resume';
import { SampleBusiness } from './support/sample-business';

describe('after kill -9 of a service with an embedded PostgreSQL', () => {
  const processes = new ServiceProcesses();
  let folder: string;

  beforeAll(async () => {
    await build();
    folder = await mkdtemp(join(tmpdir(), 'scheduling-faults-'));
  }, 180_000);

  afterAll(async () => {
    await processes.killAll();
    while ((await serverProcesses(await inspectCluster(folder))).length > 0) await wait(50);
    await rm(folder, { recursive: true, force: true });
  });

  it('a worker on the same folder keeps running and sends messages once the service is back', async () => {
    const service = processes.start({ DATA_DIR: folder });
    await service.url();
    const worker = processes.start(
      { DATA_DIR: folder, LOG_LEVEL: 'warn', REMINDER_HOURS: '0' },
      { program: 'worker' },
    );
    await worker.hasWritten('Worker');
    await service.kill('SIGKILL');
    await worker.hasWritten('The database is away');

    const next = processes.start({ DATA_DIR: folder });
    const business = await SampleBusiness.open(await next.url(), await urlIn(folder));
    const ms = await timeToResume(
      'the service was killed beside a worker',
      business,
      await next.url(),
      performance.now(),
    );
    expect(ms).toBeLessThanOrEqual(RESUME_LIMIT_MS);
    const unsent = `select from notifications where status <> 'sent'`;
    while ((await query(await urlIn(folder), unsent)).length > 0) await wait(100);
    expect(worker.hasEnded()).toBe(false);
  });
});

async function urlIn(folder: string): Promise<string> {
  const record = JSON.parse(await readFile(join(folder, 'postgres.json'), 'utf8')) as { url: string };
  return record.url;
}
