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
  it('is refused in one line, also when it names the directory by another path', async () => {
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

  it('is refused when both services start at the same moment on an empty directory', async () => {
    const dataDir = temporaryDirectory();
    const both = [OwnerProcess.start(dataDir, 'service'), OwnerProcess.start(dataDir, 'service')];

    const told = await Promise.all(both.map((owner) => owner.next()));

    expect(told.map(({ event }) => event).sort()).toEqual(['failed', 'ready']);
    expect(told.find(({ event }) => event === 'failed')?.text).toBe(
      `EmbeddedServerError: Another instance of the service is already using ${dataDir}.`,
    );
  });

  it('starts after the first service has stopped', async () => {
    const dataDir = await usedDirectory();
    await (await start(dataDir, 'service')).stop();

    const second = await start(dataDir, 'service');

    expect(second.adopted).toBe(false);
    await second.stop();
  });

  it('is refused when another program held some ports of the lock', async () => {
    const dataDir = await usedDirectory();
    const strangers = await occupy(lockPorts(await identityOf(dataDir)).slice(0, 2));
    const first = await start(dataDir, 'service');

    await Promise.all(strangers.map(vacate));

    await expect(start(dataDir, 'service')).rejects.toThrow('Another instance of the service');
    await first.stop();
  });
});

describe('a program of another user on a lock port', () => {
  it('is named in one line when it claims to own the directory', async () => {
    const dataDir = await usedDirectory();
    const identity = await identityOf(dataDir);
    const [port = 0] = lockPorts(identity);
    const claim = { identity, owner: 'service', nonce: 'made up', phase: 'ready' };
    const [squatter] = await occupy([port], `${JSON.stringify(claim)}\n`);

    await expect(start(dataDir, 'service')).rejects.toThrow(
      `The program on port ${port} of 127.0.0.1 claims to use ${dataDir}, but ${dataDir}/postgres.json does not confirm it`,
    );

    if (squatter) await vacate(squatter);
  });
});

describe('a service and a command', () => {
  it('share the server of the service, which the command leaves running', async () => {
    const dataDir = await usedDirectory();
    const service = OwnerProcess.start(dataDir, 'service');
    const { url } = await service.is('ready');

    const command = await start(dataDir, 'cli');

    expect(command).toMatchObject({ adopted: true, url, location: path.join(dataDir, 'postgres') });
    await command.stop();
    expect(await query(url, 'SELECT 1')).toEqual([[1]]);
  });

  it('share the server when the command starts during the start of the service', async () => {
    const dataDir = temporaryDirectory();
    const service = OwnerProcess.start(dataDir, 'service');
    const isStarting = () => until(() => isThere(path.join(dataDir, 'postgres.json')), 10_000, 2);
    expect(await isStarting()).toBe(true);
    expect(service.hasMessage()).toBe(false);

    const command = await start(dataDir, 'cli');

    expect(command.adopted).toBe(true);
    expect(await query(command.url, 'SELECT 1')).toEqual([[1]]);
  });

  it('do not depend on each other: after the service was killed, the command starts and stops a server', async () => {
    const dataDir = await usedDirectory();
    const service = OwnerProcess.start(dataDir, 'service');
    await service.is('ready');
    await service.kill();

    const command = await start(dataDir, 'cli');

    expect(command.adopted).toBe(false);
    await command.stop();
    expect(await serverOf(dataDir)).toEqual([]);
  });

  it('take turns: the service waits for a command that owns the server', async () => {
    const dataDir = await usedDirectory();
    const command = await start(dataDir, 'cli');
    const service = OwnerProcess.start(dataDir, 'service');
    await until(() => service.hasMessage(), 500);
    expect(service.hasMessage()).toBe(false);

    await command.stop();

    expect(await service.is('ready')).toMatchObject({ adopted: false });
    await service.stop();
  });
});

describe('a person who waits', () => {
  it('is told of another process that uses the directory, once', async () => {
    const dataDir = await usedDirectory();
    const command = OwnerProcess.start(dataDir, 'cli');
    await command.is('ready');
    const lines: string[] = [];
    const service = startEmbeddedServer({ dataDir, owner: 'service', onWait: (line) => lines.push(line) });
    await until(() => lines.length > 0, 30_000);

    await command.stop();

    await (await service).stop();
    expect(lines).toEqual(['A command uses the database (ready); waiting for it…']);
  });

  it('is told that the database is created, and nothing of one that is there', async () => {
    const dataDir = temporaryDirectory();
    const lines: string[] = [];
    const once = async () =>
      (await startEmbeddedServer({ dataDir, owner: 'tests', onWait: (line) => lines.push(line) })).stop();
    await once();
    await once();
    expect(lines).toEqual([expect.stringMatching(/^Creating the database in .+, which can take a minute…$/)]);
  });
});

describe('two commands', () => {
  it('share one server when they start at the same moment on an empty directory', async () => {
    const dataDir = temporaryDirectory();
    const both = [OwnerProcess.start(dataDir, 'cli'), OwnerProcess.start(dataDir, 'cli')];

    const told = await Promise.all(both.map((owner) => owner.is('ready')));

    expect(told.map(({ adopted }) => adopted).sort()).toEqual([false, true]);
    for (const { url } of told) expect(await query(url, 'SELECT 1')).toEqual([[1]]);
    await Promise.all(both.map((owner) => owner.stop()));
    expect(await isGone(dataDir)).toBe(true);
  });

  it('end in order: the command that owns the server waits for the other one before it stops the server', async () => {
    const dataDir = await usedDirectory();
    const first = OwnerProcess.start(dataDir, 'cli');
    await first.is('ready');
    const second = await start(dataDir, 'cli');
    expect(second.adopted).toBe(true);

    first.askToStop();
    await until(() => first.hasMessage(), 500);
    expect(await query(second.url, 'SELECT 1')).toEqual([[1]]);
    await second.stop();

    await first.is('stopped');
    expect(await isGone(dataDir)).toBe(true);
  });
});

describe('an owner in another container', () => {
  it('keeps a second service from starting while it sends its heartbeat', async () => {
    const dataDir = await usedDirectory();
    const beat = await recordOfAnotherHost(dataDir);
    const timer = setInterval(beat, 300);

    const second = start(dataDir, 'service');

    await expect(second).rejects.toThrow('in another container or on another host');
    clearInterval(timer);
    expect(await serverOf(dataDir)).toEqual([]);
  });

  it('does not keep a second service from starting once its heartbeat has ended', async () => {
    const dataDir = await usedDirectory();
    await recordOfAnotherHost(dataDir);
    const long = new Date(Date.now() - 60_000);
    utimesSync(path.join(dataDir, 'postgres.json'), long, long);

    const next = await start(dataDir, 'service');

    expect(next.adopted).toBe(false);
    await next.stop();
  });
});

/** Writes the record of an owner in another container. @returns a function that sends its heartbeat */
async function recordOfAnotherHost(dataDir: string): Promise<() => void> {
  const record = path.join(dataDir, 'postgres.json');
  const server = await start(dataDir, 'service');
  const content = JSON.parse(readFileSync(record, 'utf8')) as object;
  await server.stop();
  writeFileSync(record, JSON.stringify({ ...content, host: 'another host' }));
  return () => {
    const now = new Date();
    utimesSync(record, now, now);
  };
}

/** Other programs that listen on ports: the first one sends a greeting, the others wait for input. */
async function occupy(ports: number[], greeting = '220 mail.example ESMTP\r\n'): Promise<Server[]> {
  return Promise.all(
    ports.map(async (port, index) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        if (index === 0) socket.end(greeting);
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
