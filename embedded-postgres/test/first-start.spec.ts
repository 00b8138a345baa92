import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, type Server, createServer } from 'node:net';
import path from 'node:path';
import { findPackage } from '../src/cluster/binaries';
import { inspectCluster } from '../src/cluster/cluster';
import { createCluster } from '../src/cluster/create-cluster';
import { EmbeddedServerError, startEmbeddedServer } from '../src/embedded-postgres';
import type { Owner } from '../src/ownership/owner-probe';
import { prepareCluster } from '../src/cluster/prepare-cluster';
import { startServer } from '../src/server/start-server';
import { stopServer } from '../src/server/stop-server';
import { until } from '../src/wait';
import {
  OwnerProcess,
  cleanUp,
  isGone,
  openDirectory,
  postmasterOf,
  query,
  removeShared,
  serverOf,
  temporaryDirectory,
  usedDirectory,
} from './support';

jest.setTimeout(60_000);
afterEach(cleanUp);
afterAll(removeShared);

async function settings(owner: Owner, names: string[]): Promise<Record<string, string>> {
  const server = await startEmbeddedServer({ dataDir: await usedDirectory(), owner });
  const list = names.map((name) => `'${name}'`).join(',');
  const rows = await query(server.url, `SELECT name, setting FROM pg_settings WHERE name IN (${list})`);
  await server.stop();
  return Object.fromEntries(rows) as Record<string, string>;
}

describe('The first start', () => {
  it('creates the database in a missing directory, and the next start finds its data', async () => {
    const dataDir = path.join(temporaryDirectory(), 'not', 'there', 'yet');

    const first = await startEmbeddedServer({ dataDir, owner: 'service' });
    expect(first).toMatchObject({ adopted: false, location: path.join(dataDir, 'postgres') });
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    expect(statSync(path.join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
    await first.stop();

    const second = await startEmbeddedServer({ dataDir, owner: 'service' });
    expect(await query(second.url, 'SELECT answer, current_database() FROM kept')).toEqual([
      [42, 'scheduling'],
    ]);
    await second.stop();
  });

  it('creates a UTF-8 cluster with checksums, a collation independent of the C library, and a password', async () => {
    const server = await startEmbeddedServer({ dataDir: temporaryDirectory(), owner: 'service' });
    const url = new URL(server.url);
    expect(url.hostname).toBe('127.0.0.1');
    expect(decodeURIComponent(url.password).length).toBeGreaterThanOrEqual(32);

    const [row] = await query(
      server.superuserUrl,
      `SELECT pg_encoding_to_char(encoding), datlocprovider, datlocale, current_setting('data_checksums'), upper('é'),
              current_setting('listen_addresses'), current_setting('unix_socket_directories'),
              (SELECT bool_and(auth_method = 'scram-sha-256') FROM pg_hba_file_rules)
       FROM pg_database WHERE datname = current_database()`,
    );

    expect(row).toEqual(['UTF8', 'b', 'C.UTF-8', 'on', 'É', '127.0.0.1', '', true]);
    url.password = 'guess';
    await expect(query(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    await server.stop();
  });

  it('makes a cluster durable for a service, and not for tests', async () => {
    const names = ['fsync', 'synchronous_commit', 'full_page_writes'];

    expect(await settings('service', names)).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
    });
    expect(await settings('tests', names)).toEqual({
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
    });
  });

  it('succeeds after a first start that was killed half-way', async () => {
    const dataDir = temporaryDirectory();
    const killed = OwnerProcess.start(dataDir, 'service');
    const isHalfWay = () =>
      readdirSync(dataDir).some(
        (name) => name.startsWith('postgres.draft-') && hasBegun(path.join(dataDir, name)),
      );
    expect(await until(isHalfWay, 20_000, 2)).toBe(true);
    await killed.kill();
    expect(readdirSync(dataDir)).not.toContain('postgres');

    const server = await startEmbeddedServer({ dataDir, owner: 'service' });

    expect(await query(server.url, 'SELECT 1')).toEqual([[1]]);
    await server.stop();
  });

  it('refuses a cluster of another major version in one line, and changes nothing', async () => {
    const dataDir = temporaryDirectory();
    const data = path.join(dataDir, 'postgres');
    mkdirSync(data);
    writeFileSync(path.join(data, 'PG_VERSION'), '12\n');

    const start = startEmbeddedServer({ dataDir, owner: 'service' });

    await expect(start).rejects.toThrow(EmbeddedServerError);
    await expect(start).rejects.toThrow(
      /written by PostgreSQL 12, but this release brings PostgreSQL \d+.*$/,
    );
    expect(readdirSync(dataDir)).toEqual(['postgres']);
    expect(readdirSync(data)).toEqual(['PG_VERSION']);
    expect(readFileSync(path.join(data, 'PG_VERSION'), 'utf8')).toBe('12\n');
  });

  it('refuses a directory that holds other files', async () => {
    const dataDir = temporaryDirectory();
    mkdirSync(path.join(dataDir, 'postgres'));
    writeFileSync(path.join(dataDir, 'postgres', 'notes.txt'), 'mine');

    await expect(startEmbeddedServer({ dataDir, owner: 'service' })).rejects.toThrow(
      'is not a PostgreSQL data directory',
    );
  });
});

describe('The start of a server', () => {
  it('puts the server into a separate session, which Ctrl-C does not reach', async () => {
    const dataDir = await usedDirectory();
    const server = await startEmbeddedServer({ dataDir, owner: 'service' });
    const postmaster = await postmasterOf(dataDir);

    const [group, session] =
      readFileSync(`/proc/${postmaster}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(2) ?? [];

    expect([Number(group), Number(session)]).toEqual([postmaster, postmaster]);
    await server.stop();
  });

  it('tries another port when another program has taken the chosen one', async () => {
    const { cluster, binaries } = await prepareCluster(await usedDirectory(), findPackage(), false);
    const [taker, released] = [await listen(), await listen()];
    const [taken, free] = [portOf(taker), portOf(released)];
    await close(released);
    const ports = [taken, taken];
    const choosePort = () => Promise.resolve(ports.shift() ?? free);

    const server = await startServer({
      cluster,
      binaries,
      durable: false,
      onLog: () => undefined,
      choosePort,
    });

    expect(server.port).toBe(free);
    await stopServer(server.process, cluster, binaries);
    await close(taker);
  });

  it('reports the last output of a failed initdb, and leaves no files', async () => {
    const dataDir = temporaryDirectory();
    const initdb = path.join(openDirectory(), 'initdb');
    writeFileSync(
      initdb,
      '#!/bin/sh\necho creating files\necho could not write: No space left on device >&2\nexit 1\n',
    );
    chmodSync(initdb, 0o755);
    const cluster = await inspectCluster(dataDir);
    const binaries = { initdb, postgres: '', pgCtl: '', major: 18 };

    const creation = createCluster(cluster, binaries, true);

    await expect(creation).rejects.toThrow(
      'initdb failed (exit code 1): could not write: No space left on device',
    );
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('The stop of a server', () => {
  it('leaves no process, can be repeated, and does not call onExit', async () => {
    const dataDir = await usedDirectory();
    const onExit = jest.fn();
    const server = await startEmbeddedServer({ dataDir, owner: 'service', onExit });
    expect(await serverOf(dataDir)).not.toHaveLength(0);

    await Promise.all([server.stop(), server.stop()]);
    await server.stop();

    expect(await serverOf(dataDir)).toEqual([]);
    expect(readdirSync(dataDir)).toEqual(['postgres']);
    expect(onExit).not.toHaveBeenCalled();
  });

  it('does not wait for running statements', async () => {
    const dataDir = await usedDirectory();
    const server = await startEmbeddedServer({ dataDir, owner: 'service' });
    const sleeper = query(server.url, 'SELECT pg_sleep(120)').catch((error: unknown) => error);
    await until(async () => {
      const rows = await query(server.url, `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%sleep(120)'`);
      return rows.length > 0;
    }, 10_000);

    await server.stop();

    expect(await sleeper).toBeInstanceOf(Error);
    expect(await isGone(dataDir)).toBe(true);
  });

  it('leaves warnings in the log, but neither routine messages nor the values in failed statements', async () => {
    const lines: string[] = [];
    const onLog = (line: string) => lines.push(line);
    const server = await startEmbeddedServer({ dataDir: await usedDirectory(), owner: 'service', onLog });
    await query(server.url, `DO $$ BEGIN RAISE WARNING 'look here'; END $$`);
    await query(server.url, 'CREATE TABLE once (mail text PRIMARY KEY)');
    const twice = query(server.url, `INSERT INTO once VALUES ('a@b.example'), ('a@b.example')`);
    await expect(twice).rejects.toThrow('duplicate key');
    await server.stop();

    expect(lines).toContain('WARNING:  look here');
    expect(lines.join('\n')).toContain('duplicate key');
    expect(lines.join('\n')).not.toContain('a@b.example');
    expect(lines.join('\n')).not.toContain('LOG:');
  });
});

async function listen(): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const close = (server: Server) => new Promise((resolve) => server.close(resolve));

function hasBegun(draft: string): boolean {
  try {
    return readdirSync(path.join(draft, 'data')).includes('PG_VERSION');
  } catch {
    return false;
  }
}
