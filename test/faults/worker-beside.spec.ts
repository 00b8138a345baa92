import { setTimeout as wait } from 'node:timers/promises';
import { build } from '../cli/run-cli';
import { query } from '../support/database/query';
import { EmbeddedFolder } from './support/embedded-folder';
import { ServiceProcesses } from './support/service-processes';
import { RESUME_LIMIT_MS } from './support/scale';
import { timeToResume } from './support/time-to-resume';
import { SampleBusiness } from './support/sample-business';

describe('after kill -9 of a service with an embedded PostgreSQL', () => {
  const processes = new ServiceProcesses();
  let folder: EmbeddedFolder;

  beforeAll(async () => {
    await build();
    folder = await EmbeddedFolder.create();
  }, 180_000);

  afterAll(async () => {
    await processes.killAll();
    await folder.remove();
  });

  it('a worker on the same folder keeps running and sends messages once the service is back', async () => {
    const service = processes.start({ DATA_DIR: folder.path });
    await service.url();
    const worker = processes.start(
      { DATA_DIR: folder.path, LOG_LEVEL: 'warn', REMINDER_HOURS: '0' },
      { program: 'worker' },
    );
    await worker.hasWritten('Worker');
    await service.kill('SIGKILL');
    await worker.hasWritten('The database is away');

    const next = processes.start({ DATA_DIR: folder.path });
    const business = await SampleBusiness.open(await next.url(), await folder.url());
    const ms = await timeToResume(
      'the service was killed beside a worker',
      business,
      await next.url(),
      performance.now(),
    );
    expect(ms).toBeLessThanOrEqual(RESUME_LIMIT_MS);
    const unsent = `select from notifications where status <> 'sent'`;
    while ((await query(await folder.url(), unsent)).length > 0) await wait(100);
    expect(worker.hasEnded()).toBe(false);
  });
});
