import { readFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:net';
import path from 'node:path';
import { identityOf } from '../src/cluster/cluster';
import { startEmbeddedServer } from '../src/embedded-postgres';
import { lockPorts } from '../src/ownership/owner-lock';
import { until } from '../src/wait';
import {
  OwnerProcess,
  cleanUp,
  isGone,
  query,
  removeShared,
  serverOf,
  temporaryDirectory,
  usedDirectory,
} from './support';

jest.setTimeout(60_000);
afterEach(cleanUp);
afterAll(removeShared);

const start = (dataDir: string, owner: 'service' | 'cli' | 'tests') =>
  startEmbeddedServer({ dataDir, owner });

describe('a second service', () => {
  it('is refused in one line, by whatever path it comes', async () => {
    const parent = temporaryDirectory();
    const [before, after] = [path.join(parent, 'before'), path.join(parent, 'after')];
    renameSync(await usedDirectory(), before);
    const first = await start(before, 'service');
    await expect(start(before, 'service')).rejects.toThrow(
      `Another instance of the service is already using ${before}.`,
    );

    renameSync(before, after);
    symlinkSync(after, before);

    for (const dataDir of [before, after]) {
      await expect(start(dataDir, 'service')).rejects.toThrow('Another instance of the service');
    }
    expect(await query(first.url, 'SELECT 1')).toEqual([[1]]);
    await first.stop();
  });

  it('is refused when both start at the same moment on an empty directory', async () => {
    const dataDir = temporaryDirectory();
    const both = [OwnerProcess.start(dataDir, 'service'), OwnerProcess.start(dataDir, 'service')];

    const told = await Promise.all(both.map((owner) => owner.next()));

    expect(told.map(({ event }) => event).sort()).toEqual(['failed', 'ready']);
    expect(told.find(({ event }) => event === 'failed')?.text).toBe(
      `EmbeddedServerError: Another instance of the service is already using ${dataDir}.`,
    );
  });

  it('starts when the first one is gone', async () => {
    const dataDir = await usedDirectory();
    await (await start(dataDir, 'service')).stop();

    const second = await start(dataDir, 'service');

    expect(second.adopted).toBe(false);
    await second.stop();
  });

  it('is refused though another program holds ports of the lock', async () => {
    const dataDir = await usedDirectory();
    const strangers = await occupy(lockPorts(await identityOf(dataDir)).slice(0, 2));
    const first = await start(dataDir, 'service');

    await Promise.all(strangers.map(vacate));

    await expect(start(dataDir, 'service')).rejects.toThrow('Another instance of the service');
    await first.stop();
  });
});

describe('a service and a command', () => {
  it('the command uses the server of the service, and leaves it running', async () => {
    const dataDir = await usedDirectory();
    const service = OwnerProcess.start(dataDir, 'service');
    const { url } = await service.is('ready');

    const command = await start(dataDir, 'cli');

    expect(command).toMatchObject({ adopted: true, url, location: path.join(dataDir, 'postgres') });
    await command.stop();
    expect(await query(url, 'SELECT 1')).toEqual([[1]]);
  });

  it('the command waits for a service that is still starting', async () => {
    const dataDir = temporaryDirectory();
    const service = OwnerProcess.start(dataDir, 'service');
    const isStarting = () => until(() => isThere(path.join(dataDir, 'postgres.json')), 10_000, 2);
    expect(await isStarting()).toBe(true);
    expect(service.hasSpoken()).toBe(false);

    const command = await start(dataDir, 'cli');

    expect(command.adopted).toBe(true);
    expect(await query(command.url, 'SELECT 1')).toEqual([[1]]);
  });

  it('the command starts the server when there is none, even after a service was killed, and stops it', async () => {
    const dataDir = await usedDirectory();
    const service = OwnerProcess.start(dataDir, 'service');
    await service.is('ready');
    await service.kill();

    const command = await start(dataDir, 'cli');

    expect(command.adopted).toBe(false);
    await command.stop();
    expect(await serverOf(dataDir)).toEqual([]);
  });

  it('the service waits until the command is done', async () => {
    const dataDir = await usedDirectory();
    const command = await start(dataDir, 'cli');
    const service = OwnerProcess.start(dataDir, 'service');
    await until(() => service.hasSpoken(), 500);
    expect(service.hasSpoken()).toBe(false);

    await command.stop();

    expect(await service.is('ready')).toMatchObject({ adopted: false });
    await service.stop();
  });
});

describe('two commands', () => {
  it('both work when they start at the same moment on an empty directory', async () => {
    const dataDir = temporaryDirectory();
    const both = [OwnerProcess.start(dataDir, 'cli'), OwnerProcess.start(dataDir, 'cli')];

    const told = await Promise.all(both.map((owner) => owner.is('ready')));

    expect(told.map(({ adopted }) => adopted).sort()).toEqual([false, true]);
    for (const { url } of told) expect(await query(url, 'SELECT 1')).toEqual([[1]]);
    await Promise.all(both.map((owner) => owner.stop()));
    expect(await isGone(dataDir)).toBe(true);
  });

  it('the one that started the server waits for the other before it stops it', async () => {
    const dataDir = await usedDirectory();
    const first = OwnerProcess.start(dataDir, 'cli');
    await first.is('ready');
    const second = await start(dataDir, 'cli');
    expect(second.adopted).toBe(true);

    first.askToStop();
    await until(() => first.hasSpoken(), 500);
    expect(await query(second.url, 'SELECT 1')).toEqual([[1]]);
    await second.stop();

    await first.is('stopped');
    expect(await isGone(dataDir)).toBe(true);
  });
});

describe('an owner in another container', () => {
  it('is respected for as long as it shows that it lives', async () => {
    const dataDir = await usedDirectory();
    const beat = await recordOfAnotherPlace(dataDir);
    const timer = setInterval(beat, 300);

    const second = start(dataDir, 'service');

    await expect(second).rejects.toThrow('in another container or on another host');
    clearInterval(timer);
    expect(await serverOf(dataDir)).toEqual([]);
  });

  it('is given up when it has not shown that for a while', async () => {
    const dataDir = await usedDirectory();
    await recordOfAnotherPlace(dataDir);
    const long = new Date(Date.now() - 60_000);
    utimesSync(path.join(dataDir, 'postgres.json'), long, long);

    const next = await start(dataDir, 'service');

    expect(next.adopted).toBe(false);
    await next.stop();
  });
});

/** What the owner in another container leaves behind; returns its heartbeat. */
async function recordOfAnotherPlace(dataDir: string): Promise<() => void> {
  const record = path.join(dataDir, 'postgres.json');
  const server = await start(dataDir, 'service');
  const content = JSON.parse(readFileSync(record, 'utf8')) as object;
  await server.stop();
  writeFileSync(record, JSON.stringify({ ...content, place: 'another place' }));
  return () => {
    const now = new Date();
    utimesSync(record, now, now);
  };
}

/** Other programs on these ports, one that says something and one that waits to be spoken to. */
async function occupy(ports: number[]): Promise<Server[]> {
  return Promise.all(
    ports.map(async (port, index) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        if (index === 0) socket.end('220 mail.example ESMTP\r\n');
      });
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      return server;
    }),
  );
}

async function vacate(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}

function isThere(file: string): boolean {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
}
