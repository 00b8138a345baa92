import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { transformFileSync } from '@swc/core';
import { Client } from 'pg';
import { startEmbeddedServer } from '../src/embedded-postgres';
import { inspectCluster } from '../src/cluster/cluster';
import { type ServerProcess, isAlive, serverProcesses } from '../src/server/processes';
import type { Owner } from '../src/ownership/owner-probe';
import { until } from '../src/wait';

const ROOT = path.resolve(__dirname, '../..');

interface Message {
  readonly event: 'ready' | 'failed' | 'stopped' | 'exit';
  readonly text: string;
  readonly url: string;
  readonly superuserUrl: string;
  readonly adopted: boolean;
  readonly location: string;
}

const directories: string[] = [];
const owners: OwnerProcess[] = [];
let compiled: string | undefined;
let template: string | undefined;

/** Creates a directory that only its owner can enter. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'embedded-test-'));
  directories.push(directory);
  return directory;
}

/** Creates a directory that every account can enter. */
export function openDirectory(): string {
  const directory = temporaryDirectory();
  chmodSync(directory, 0o755);
  return directory;
}

/** A data directory with a database: a copy, which is quicker than initdb. */
export async function usedDirectory(): Promise<string> {
  if (template === undefined) {
    template = mkdtempSync(path.join(tmpdir(), 'embedded-template-'));
    await (await startEmbeddedServer({ dataDir: template, owner: 'tests' })).stop();
  }
  const directory = temporaryDirectory();
  await promisify(execFile)('cp', ['-a', path.join(template, 'postgres'), directory]);
  return directory;
}

/** Ends all processes that a test has started, and removes its directories. */
export async function cleanUp(): Promise<void> {
  await Promise.all(owners.splice(0).map((owner) => owner.kill()));
  for (const directory of directories.splice(0).filter((name) => existsSync(name))) {
    for (const name of ['.', ...readdirSync(directory)]) {
      await killServer(path.join(directory, name)).catch(() => undefined);
    }
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

export async function serverOf(dataDir: string): Promise<ServerProcess[]> {
  return serverProcesses(await inspectCluster(dataDir));
}

export async function postmasterOf(dataDir: string): Promise<number> {
  const found = (await serverOf(dataDir)).find(({ isPostmaster }) => isPostmaster);
  if (found === undefined) throw new Error('no server runs');
  return found.pid;
}

/** Pid of the shell that waits for the end of the owner. */
export async function watcherOf(dataDir: string): Promise<number> {
  const { marker } = await inspectCluster(dataDir);
  const watcher = readdirSync('/proc').find((name) => {
    const command = /^\d+$/.test(name) ? read(`/proc/${name}/cmdline`) : '';
    return command.startsWith('/bin/sh') && command.includes(marker);
  });
  if (watcher === undefined) throw new Error('no watcher runs');
  return Number(watcher);
}

export async function isGone(dataDir: string): Promise<boolean> {
  return until(async () => (await serverOf(dataDir)).length === 0, 20_000, 50);
}

export async function query(url: string, statement: string): Promise<unknown[][]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: statement, rowMode: 'array' })).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A process that runs the launcher and can be killed. */
export class OwnerProcess {
  private readonly messages: Message[] = [];

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (message) => this.messages.push(message as Message));
  }

  static start(dataDir: string, owner: Owner, account: { uid?: number; gid?: number } = {}): OwnerProcess {
    const program = path.join(compile(), 'embedded-postgres/test/fixtures/owner-process.js');
    const env = { PATH: process.env['PATH'], NODE_PATH: path.join(ROOT, 'node_modules') };
    const child = fork(program, [dataDir, owner], { ...account, env, cwd: '/', execArgv: [] });
    const started = new OwnerProcess(child);
    owners.push(started);
    return started;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  async is(event: Message['event']): Promise<Message> {
    const next = await this.next();
    if (next.event !== event) throw new Error(`expected ${event}, got ${next.event}: ${next.text}`);
    return next;
  }

  async next(): Promise<Message> {
    await until(() => this.messages.length > 0 || this.child.exitCode !== null, 30_000);
    const message = this.messages.shift();
    if (message === undefined) throw new Error('the process sent no message');
    return message;
  }

  hasMessage(): boolean {
    return this.messages.length > 0;
  }

  async stop(): Promise<void> {
    this.child.send('stop');
    await this.is('stopped');
  }

  askToStop(): void {
    this.child.send('stop');
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const exit = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await exit;
  }
}

export async function killServer(dataDir: string): Promise<void> {
  for (const { pid } of await serverOf(dataDir)) {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  }
  await isGone(dataDir);
}

/** Compiles the launcher and the fixture to JavaScript in a folder that every user can read. */
function compile(): string {
  if (compiled !== undefined) return compiled;
  compiled = mkdtempSync(path.join(tmpdir(), 'embedded-compiled-'));
  chmodSync(compiled, 0o755);
  for (const folder of ['embedded-postgres/src', 'embedded-postgres/test/fixtures']) {
    const names = readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))) {
      const { code } = transformFileSync(path.join(ROOT, folder, name), { cwd: ROOT });
      const target = path.join(compiled, folder, name.replace(/\.ts$/, '.js'));
      mkdirSync(path.dirname(target), { recursive: true });
      writeFileSync(target, code);
    }
  }
  return compiled;
}

/** Removes the directories that the tests of a file share. */
export function removeShared(): void {
  for (const directory of [compiled, template]) {
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  }
  compiled = template = undefined;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
