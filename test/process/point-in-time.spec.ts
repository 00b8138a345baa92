import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build, runCli } from '../cli/run-cli';
import { ServiceProcess } from './service-process';
import { ApiClient } from '../support/api-client';
import { aBooking, aProvider, aService } from '../support/builders';

jest.setTimeout(180_000);

/** In ms; so that a moment is neither that of the booking before nor that of the booking behind. */
const PAUSE_MS = 50;

describe('With WAL_ARCHIVE_DIR,', () => {
  let folder: string;
  let key: string;
  let backup: string;
  let between: string;
  let first: number;
  let second: number;
  const started: ServiceProcess[] = [];

  const inData = (name: string) => ({
    DATA_DIR: join(folder, name),
    WAL_ARCHIVE_DIR: join(folder, 'archive'),
    RATE_LIMIT: '1000000',
  });

  const start = async (name: string): Promise<ApiClient> => {
    const service = ServiceProcess.start(inData(name));
    started.push(service);
    return new ApiClient(await service.url(), key);
  };

  const stop = () => Promise.all(started.splice(0).map((service) => service.kill('SIGTERM')));

  const statusesOfBoth = async (client: ApiClient) =>
    Promise.all([first, second].map(async (id) => (await client.get(`/appointments/${id}`)).status));

  /** Makes a backup, then two bookings with a moment between them, and stops the service. */
  beforeAll(async () => {
    await build();
    folder = await mkdtemp(join(tmpdir(), 'scheduling-instant-'));
    // As root's child, PostgreSQL runs as another user.
    await chmod(folder, 0o755);
    backup = join(folder, 'backups', 'monday');
    await start('lived');
    key = (await runCli(inData('lived'), 'api:key', 'create', '--user', '1', '--name', 'Test')).stdout.trim();
    await stop();
    const admin = await start('lived');
    const [serviceId, providerId] = [await aService(admin), await aProvider(admin)];
    const date = new Date(Date.now() + 86_400_000 * (15 - ((new Date().getUTCDay() + 6) % 7)));
    const book = async (time: string): Promise<number> => {
      const at = { date: date.toISOString().slice(0, 10), start: time };
      const { status, body } = await admin.post('/appointments', aBooking(providerId, serviceId, at));
      if (status !== 201) throw new Error(`a booking was refused with ${status}`);
      return body.data.id as number;
    };
    const { code, stderr } = await runCli(inData('lived'), 'backup', '--to', backup);
    if (code !== 0) throw new Error(stderr);
    first = await book('09:00');
    await wait(PAUSE_MS);
    between = new Date().toISOString();
    await wait(PAUSE_MS);
    second = await book('10:00');
    await stop();
  });

  afterEach(stop);

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('a back-up can be restored to a moment between two later bookings', async () => {
    const restored = await runCli(inData('between'), 'restore', '--from', backup, '--to', between);
    expect(restored).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`recovers the database to ${between}`),
    });
    const client = await start('between');
    expect(await statusesOfBoth(client)).toEqual([200, 404]);
    expect((await client.post('/categories', { name: 'Hair' })).status).toBe(201);
  });

  it('a back-up can be restored to the moment of the back-up', async () => {
    expect(await runCli(inData('backup'), 'restore', '--from', backup)).toMatchObject({ code: 0 });
    expect(await statusesOfBoth(await start('backup'))).toEqual([404, 404]);
  });

  it('what a restored service writes is archived without replacing what it was restored from', async () => {
    const { DATA_DIR } = inData('between');
    const again = join(folder, 'backups', 'tuesday');
    expect(await runCli(inData('between'), 'backup', '--to', again)).toMatchObject({ code: 0 });
    const statuses = await readdir(join(DATA_DIR, 'postgres/pg_wal/archive_status'));
    expect(statuses.filter((name) => name.endsWith('.ready'))).toEqual([]);
    expect(await readdir(join(folder, 'archive'))).toContain('00000002.history');
  });

  it.each([
    [
      'earlier than the back-up',
      { to: '2020-01-01T00:00:00Z' },
      /^error: The backup was made at \S+, after that moment/,
    ],
    ['without a time zone', { to: '2026-12-01T09:00' }, /--to must be an instant such as/],
  ])('restore refuses a moment %s', async (_what, { to }, expected) => {
    const { code, stderr } = await runCli(inData('none'), 'restore', '--from', backup, '--to', to);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(expected);
  });

  it('restore refuses a moment when there is no archive', async () => {
    const environment = { ...inData('none'), WAL_ARCHIVE_DIR: '' };
    const { code, stderr } = await runCli(environment, 'restore', '--from', backup, '--to', between);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'error: WAL_ARCHIVE_DIR must name the archive from which to recover to that moment\n',
    });
  });
});
