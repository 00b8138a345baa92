import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ApiClient } from '../support/api-client';
import { aBooking, anAppointment, aProvider, aService } from '../support/builders';
import { build, runCli } from '../cli/run-cli';
import { ServiceProcess } from './service-process';

/** A Monday at least a week ahead of the machine's clock, which the processes use. */
function aMonday(): string {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + 14 - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** Waits until a statement waits for a lock. */
async function untilAStatementWaits(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`);
    if (rows.length > 0) return;
  }
}

describe('The service with an embedded database', () => {
  let folder: string;
  let environment: Record<string, string>;
  const started: ServiceProcess[] = [];

  beforeAll(async () => {
    await build();
    folder = await mkdtemp(join(tmpdir(), 'scheduling-service-'));
    environment = { DATA_DIR: join(folder, 'data') };
  }, 180_000);

  afterAll(async () => {
    await Promise.all(started.map((service) => service.kill('SIGKILL')));
    await rm(folder, { recursive: true, force: true });
  });

  const start = (more: Record<string, string> = {}) => {
    const service = ServiceProcess.start({ ...environment, ...more });
    started.push(service);
    return service;
  };

  const admin = async (url: string) => {
    const { stdout } = await runCli(environment, 'api:key', 'create', '--user', '1', '--name', 'Test');
    return new ApiClient(url, stdout.trim());
  };

  it('keeps every acknowledged write through kill -9, and recovers at the next start', async () => {
    const first = start();
    const before = await admin(await first.url());
    const [providerId, serviceId] = [await aProvider(before), await aService(before)];
    const { id } = await anAppointment(before, providerId, serviceId, { date: aMonday() });
    await first.kill('SIGKILL');

    const second = start();
    const after = new ApiClient(await second.url(), before.key);
    expect((await after.get(`/appointments/${id}`)).body.data.id).toBe(id);
    const again = await after.post('/appointments', aBooking(providerId, serviceId, { date: aMonday() }));
    expect(again.body.error.details.reason).toBe('slot_taken');
    expect(await second.kill('SIGTERM')).toMatchObject({ code: 0 });
  });

  it('finishes a running booking before it stops', async () => {
    const service = start();
    const client = await admin(await service.url());
    const [providerId, serviceId] = [await aProvider(client), await aService(client)];
    const { url } = JSON.parse(await readFile(join(folder, 'data/postgres.json'), 'utf8')) as { url: string };
    const rival = new Client({ connectionString: url });
    await rival.connect();
    await rival.query('begin');
    await rival.query('select from providers where id = $1 for update', [providerId]);
    const booking = client.post('/appointments', aBooking(providerId, serviceId, { date: aMonday() }));
    await untilAStatementWaits(rival);
    const ended = service.kill('SIGTERM');
    await rival.query('commit');
    await rival.end();
    expect((await booking).status).toBe(201);
    expect(await ended).toMatchObject({ code: 0 });
  });

  it('refuses in one line a folder that another instance uses, and a port that another program uses', async () => {
    const running = start();
    const url = await running.url();
    const sameFolder = await start().end();
    expect(sameFolder).toMatchObject({
      code: 1,
      written: expect.stringContaining('Another instance of the service'),
    });
    const samePort = await start({ DATA_DIR: join(folder, 'other'), PORT: new URL(url).port }).end();
    expect(samePort).toMatchObject({ code: 1, written: expect.stringMatching(/Port \d+ is in use/) });
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await running.kill('SIGINT');
  });

  it('reports all faults of its configuration in one line', async () => {
    const { code, written } = await start({ PORT: 'many', BUSINESS_TIMEZONE: 'Nowhere' }).end();
    expect(code).toBe(1);
    expect(written).toMatch(
      /^The service cannot run: PORT must be [^\n]*; BUSINESS_TIMEZONE must be [^\n]*\n$/,
    );
  });

  it('starts while the database of DATABASE_URL is unreachable, and answers 503', async () => {
    const service = start({ DATABASE_URL: 'postgres://other:secret@127.0.0.1:1/nothing' });
    const url = await service.url();
    const live = await fetch(`${url}/health/live`);
    const ready = await fetch(`${url}/health/ready`);
    const api = await fetch(`${url}/api/v1/providers`);
    expect([live.status, ready.status, api.status]).toEqual([200, 503, 503]);
    expect(api.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await api.json()).toMatchObject({ error: { code: 'SERVER_ERROR' } });
    expect((await service.kill('SIGTERM')).written).not.toContain('secret');
  });
});
