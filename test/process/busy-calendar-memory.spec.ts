import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { CalendarServer } from '../business/support/calendar-server';
import { build } from '../cli/run-cli';
import { aProvider } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { ServiceProcess } from './service-process';
import { HOSTILE_CALENDARS } from './support/hostile-calendars';

const MOST_MB = 250;
/** The most calendars of one provider. */
const OF_ONE_PROVIDER = 10;
const ENVIRONMENT = { WEBHOOK_ALLOW_PRIVATE: 'on', RATE_LIMIT: '1000000' };

/** The most memory that a process has had, by Linux: resident, so native memory and all threads count. */
async function mostResidentMb(pid: number): Promise<number> {
  const [, kib] = /VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kib) * 1_024) / 1_000_000;
}

describe('The memory of a worker', () => {
  let service: TestService;
  let worker: ServiceProcess;
  const servers: CalendarServer[] = [];

  beforeAll(async () => {
    await build();
    service = await startTestService({ environment: ENVIRONMENT });
    worker = ServiceProcess.start(
      { ...ENVIRONMENT, DATABASE_URL: service.databaseUrl, NODE_OPTIONS: '--max-semi-space-size=8' },
      { program: 'worker' },
    );
  }, 180_000);

  afterAll(async () => {
    await worker.kill('SIGKILL');
    servers.forEach((server) => {
      server.stop();
    });
    await service.stop();
  });

  async function publish(answer: CalendarServer['answer'], providerId: number): Promise<number> {
    const server = await CalendarServer.start();
    servers.push(server);
    server.answer = answer;
    const { body } = await service.admin.post(`/providers/${providerId}/busy-calendars`, { url: server.url });
    return body.data.id as number;
  }

  const untilAllAreRead = async () => {
    const left = 'select from busy_calendars where last_fetched_at is null and last_error is null limit 1';
    while ((await service.query(left)).length > 0) await wait(200);
  };

  it(`is at most ${MOST_MB} MB while hostile calendars of 5 MiB are due, and it reads a good one after them`, async () => {
    let providerId = 0;
    for (const [nth, make] of Object.values(HOSTILE_CALENDARS).entries()) {
      if (nth % OF_ONE_PROVIDER === 0) providerId = await aProvider(service.admin);
      await publish((response) => response.end(make()), providerId);
    }
    await untilAllAreRead();
    const good = await CalendarServer.start();
    servers.push(good);
    good.publish(['DTSTART:20261201T090000Z\nDURATION:PT1H']);
    const path = `/providers/${await aProvider(service.admin)}/busy-calendars`;
    const { id } = (await service.admin.post(path, { url: good.url })).body.data as { id: number };
    await untilAllAreRead();
    expect((await service.admin.get(`${path}/${id}`)).body.data).toMatchObject({ lastError: null });
    expect(await mostResidentMb(worker.pid)).toBeLessThanOrEqual(MOST_MB);
    expect(worker.hasEnded()).toBe(false);
  }, 400_000);
});
