import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { inspectCluster } from '../../embedded-postgres/src/cluster/cluster';
import { serverProcesses } from '../../embedded-postgres/src/server/processes';
import { build } from '../cli/run-cli';
import { query } from '../support/query';
import { Cast } from './support/cast';
import { RESUMES_WITHIN } from './support/effort';
import { resumption } from './support/resumption';
import { Shop } from './support/shop';

describe('kill -9 of a service with an embedded PostgreSQL', () => {
  const cast = new Cast();
  let folder: string;

  beforeAll(async () => {
    await build();
    folder = await mkdtemp(join(tmpdir(), 'scheduling-faults-'));
  }, 180_000);

  afterAll(async () => {
    await cast.dismiss();
    while ((await serverProcesses(await inspectCluster(folder))).length > 0) await wait(50);
    await rm(folder, { recursive: true, force: true });
  });

  it('leaves a worker beside the service in place, and so does kill -9 of the service', async () => {
    const service = cast.start({ DATA_DIR: folder });
    await service.url();
    const worker = cast.start(
      { DATA_DIR: folder, LOG_LEVEL: 'warn', REMINDER_HOURS: '0' },
      { program: 'worker' },
    );
    await worker.hasWritten('Worker');
    await service.kill('SIGKILL');
    await worker.hasWritten('The database is away');

    const next = cast.start({ DATA_DIR: folder });
    const shop = await Shop.open(await next.url(), await urlIn(folder));
    const ms = await resumption(
      'the service was killed beside a worker',
      shop,
      await next.url(),
      performance.now(),
    );
    expect(ms).toBeLessThanOrEqual(RESUMES_WITHIN);
    const unsent = `select from notifications where status <> 'sent'`;
    while ((await query(await urlIn(folder), unsent)).length > 0) await wait(100);
    expect(worker.hasEnded()).toBe(false);
  });
});

async function urlIn(folder: string): Promise<string> {
  const record = JSON.parse(await readFile(join(folder, 'postgres.json'), 'utf8')) as { url: string };
  return record.url;
}
