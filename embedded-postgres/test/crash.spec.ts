import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answers } from '../src/server/application-database';
import { startEmbeddedServer } from '../src/embedded-postgres';
import { isAlive } from '../src/server/processes';
import { until } from '../src/wait';
import {
  OwnerProcess,
  cleanUp,
  isGone,
  postmasterOf,
  query,
  removeShared,
  serverOf,
  usedDirectory,
  watcherOf,
} from './support';

jest.setTimeout(60_000);

const strangers: ChildProcess[] = [];

afterEach(async () => {
  for (const stranger of strangers.splice(0)) stranger.kill('SIGKILL');
  await cleanUp();
});
afterAll(removeShared);

/** A running service with three acknowledged rows, and a backend that is busy longer than the test takes. */
async function busyService(
  dataDir: string,
): Promise<{ service: OwnerProcess; postmaster: number; url: string; superuserUrl: string }> {
  const service = OwnerProcess.start(dataDir, 'service');
  const { url, superuserUrl } = await service.is('ready');
  await query(url, 'CREATE TABLE acknowledged AS SELECT generate_series(1, 3)');
  query(url, 'SELECT pg_sleep(300)').catch(() => undefined);
  await until(
    async () =>
      (await query(url, `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%sleep(300)'`)).length > 0,
    10_000,
  );
  return { service, postmaster: await postmasterOf(dataDir), url, superuserUrl };
}

/** Expects that the next service starts and finds every row that the former one had acknowledged. */
async function expectRecovery(dataDir: string): Promise<void> {
  const server = await startEmbeddedServer({ dataDir, owner: 'service' });
  expect(await query(server.url, 'SELECT count(*)::int FROM acknowledged')).toEqual([[3]]);
  const postmasters = (await serverOf(dataDir)).filter(({ isPostmaster }) => isPostmaster);
  expect(postmasters).toHaveLength(1);
  await server.stop();
  expect(await serverOf(dataDir)).toEqual([]);
}

describe('after kill -9 of the service', () => {
  it('the server ends by itself', async () => {
    const dataDir = await usedDirectory();
    const { service } = await busyService(dataDir);

    await service.kill();

    expect(await isGone(dataDir)).toBe(true);
  });

  it.each([
    ['only the service was killed', { watcher: false, postmaster: false }],
    ['the watcher was killed, too, and an orphaned server runs on', { watcher: true, postmaster: false }],
    ['the postmaster was killed, too, and a busy backend runs on', { watcher: false, postmaster: true }],
    ['the watcher and the postmaster were killed, too', { watcher: true, postmaster: true }],
  ])('the next start recovers when %s', async (_, killed) => {
    const dataDir = await usedDirectory();
    const { service, postmaster } = await busyService(dataDir);

    if (killed.watcher) process.kill(await watcherOf(dataDir), 'SIGKILL');
    if (killed.postmaster) process.kill(postmaster, 'SIGKILL');
    await service.kill();

    await expectRecovery(dataDir);
  });

  it('the next start waits for a server that shuts down slowly', async () => {
    const dataDir = await usedDirectory();
    const { service, postmaster, superuserUrl } = await busyService(dataDir);
    const [row] = await query(
      superuserUrl,
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`,
    );
    const checkpointer = Number(row?.[0]);
    process.kill(checkpointer, 'SIGSTOP');
    await service.kill();

    const next = OwnerProcess.start(dataDir, 'service');
    await until(() => next.hasMessage(), 700);
    expect(next.hasMessage()).toBe(false);
    expect(await postmasterOf(dataDir)).toBe(postmaster);
    process.kill(checkpointer, 'SIGCONT');

    const { url: nextUrl } = await next.is('ready');
    // PostgreSQL saves its statistics only in an orderly shutdown.
    const statistics = `SELECT n_tup_ins::int FROM pg_stat_user_tables WHERE relname = 'acknowledged'`;
    expect(await query(nextUrl, statistics)).toEqual([[3]]);
    await next.stop();
    await expectRecovery(dataDir);
  });

  it('the next start succeeds when another program has the pid of the former server', async () => {
    const dataDir = await usedDirectory();
    const { service, postmaster } = await busyService(dataDir);
    const file = path.join(dataDir, 'postgres', 'postmaster.pid');
    process.kill(postmaster, 'SIGKILL');
    await service.kill();
    await killBackends(dataDir);
    const stranger = sleepAsOwnerOf(path.join(dataDir, 'postgres'));
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [stranger.pid, ...rest].join('\n'));

    await expectRecovery(dataDir);

    expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
  });

  it('the next start succeeds over an empty postmaster.pid', async () => {
    const dataDir = await usedDirectory();
    const { service, postmaster } = await busyService(dataDir);
    process.kill(postmaster, 'SIGKILL');
    await service.kill();
    await killBackends(dataDir);
    writeFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), '');

    await expectRecovery(dataDir);
  });
});

describe('while the service runs', () => {
  it('a killed server is restarted at the same address with every acknowledged row', async () => {
    const dataDir = await usedDirectory();
    const { service, postmaster, url } = await busyService(dataDir);

    process.kill(postmaster, 'SIGKILL');

    expect(await until(() => answers(url), 20_000)).toBe(true);
    expect(await query(url, 'SELECT count(*)::int FROM acknowledged')).toEqual([[3]]);
    expect(await postmasterOf(dataDir)).not.toBe(postmaster);
    expect(service.hasMessage()).toBe(false);
    await service.stop();
    expect(await serverOf(dataDir)).toEqual([]);
    await expectRecovery(dataDir);
  });

  it('a command waits for the restart of a killed server', async () => {
    const dataDir = await usedDirectory();
    const { url, postmaster } = await busyService(dataDir);

    process.kill(postmaster, 'SIGKILL');

    const command = await startEmbeddedServer({ dataDir, owner: 'cli' });
    expect(command).toMatchObject({ adopted: true, url });
    expect(await query(command.url, 'SELECT count(*)::int FROM acknowledged')).toEqual([[3]]);
    await command.stop();
  });

  it('the service can stop during the restart of the server', async () => {
    const dataDir = await usedDirectory();
    const { service, postmaster } = await busyService(dataDir);

    process.kill(postmaster, 'SIGKILL');

    await service.stop();
    expect(await serverOf(dataDir)).toEqual([]);
    await expectRecovery(dataDir);
  });

  it('a server that ends six times in a row is not restarted again, and the service gets the reason', async () => {
    const dataDir = await usedDirectory();
    const { service } = await busyService(dataDir);

    const seen = new Set<number>();
    const isGivenUp = async () => {
      const running = (await serverOf(dataDir)).filter(({ isPostmaster }) => isPostmaster);
      for (const { pid } of running) {
        seen.add(pid);
        if (isAlive(pid)) process.kill(pid, 'SIGKILL');
      }
      return service.hasMessage();
    };

    expect(await until(isGivenUp, 30_000)).toBe(true);
    expect((await service.is('exit')).text).toMatch(/^6 times in a row; the last time: .*signal SIGKILL/);
    expect(seen.size).toBe(6);
    await service.stop();
    await expectRecovery(dataDir);
  });

  it('a server whose data directory is missing is not restarted, and the service gets the reason', async () => {
    const dataDir = await usedDirectory();
    const { service, postmaster } = await busyService(dataDir);

    renameSync(path.join(dataDir, 'postgres'), path.join(dataDir, 'elsewhere'));
    process.kill(postmaster, 'SIGKILL');

    expect((await service.is('exit')).text).toContain('is not a PostgreSQL data directory');
    await service.stop();
  });

  it('the server survives the end of its watcher', async () => {
    const dataDir = await usedDirectory();
    const { service, url } = await busyService(dataDir);

    process.kill(await watcherOf(dataDir), 'SIGKILL');

    expect(await query(url, 'SELECT count(*)::int FROM acknowledged')).toEqual([[3]]);
    await service.stop();
    await expectRecovery(dataDir);
  });
});

/** Kills the busy backend, which outlives its postmaster: these tests are about the file alone. */
async function killBackends(dataDir: string): Promise<void> {
  for (const { pid } of await serverOf(dataDir)) process.kill(pid, 'SIGKILL');
  await isGone(dataDir);
}

function sleepAsOwnerOf(directory: string): ChildProcess {
  const { uid, gid } = statSync(directory);
  const account = process.getuid?.() === 0 ? { uid, gid } : {};
  const stranger = spawn('/bin/sleep', ['120'], { ...account, cwd: '/', stdio: 'ignore' });
  strangers.push(stranger);
  return stranger;
}
