import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Cluster } from '../cluster/cluster';
import { hasCode } from '../errors';
import type { ServerAccount } from '../cluster/server-account';

export interface ServerProcess {
  readonly pid: number;
  readonly isPostmaster: boolean;
}

interface ProcessEntry {
  readonly pid: number;
  readonly command: string;
}

/**
 * The running processes of the cluster's server. The marker is the server's `cluster_name`, which PostgreSQL also writes
 * into the titles of its backends. A server that an operator started by hand is recognised by its directory.
 */
export async function serverProcesses(cluster: Cluster, recordedPid?: number): Promise<ServerProcess[]> {
  const found: ServerProcess[] = [];
  for (const { pid, command } of await allProcesses()) {
    if (command.startsWith(`postgres: ${cluster.marker}:`)) found.push({ pid, isPostmaster: false });
    else if (!/(^|\/)postgres(\.exe)?(\s|$)/.test(command) || /^\S*sh -c/.test(command)) continue;
    else if (command.includes(`cluster_name=${cluster.marker}`)) found.push({ pid, isPostmaster: true });
    else if (pid === recordedPid && (await runsIn(cluster.data, pid, command))) {
      found.push({ pid, isPostmaster: true });
    }
  }
  return found;
}

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, 'EPERM');
  }
}

/** Sends a signal. Root in a container may lack the right to signal other users, but can switch to them: then a shell sends it. */
export function signal(pid: number, name: NodeJS.Signals, account: ServerAccount): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return;
    spawn('/bin/sh', ['-c', `kill -s ${name.slice(3)} ${pid}`], {
      ...account,
      cwd: '/',
      env: {},
      stdio: 'ignore',
    })
      .on('error', () => undefined)
      .unref();
  }
}

async function runsIn(data: string, pid: number, command: string): Promise<boolean> {
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return cwd === data || command.includes(data);
}

async function allProcesses(): Promise<ProcessEntry[]> {
  if (process.platform === 'linux') return procEntries();
  if (process.platform === 'win32') return [];
  const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,command='], {
    maxBuffer: 2 ** 24,
  });
  return stdout.split('\n').map((line) => {
    const [, pid = '', command = ''] = /^\s*(\d+) (.*)$/.exec(line) ?? [];
    return { pid: Number(pid), command };
  });
}

/**
 * From /proc. It reads synchronously, in a millisecond or two: the kernel has the lines in memory, and asking a thread for each
 * takes ten times as long. A zombie has an empty command line.
 */
async function procEntries(): Promise<ProcessEntry[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => ({ pid: Number(pid), command: commandOf(pid) }));
}

/** Empty when the process has ended meanwhile. */
function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}
