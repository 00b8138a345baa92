import { readFileSync, readlinkSync } from 'node:fs';
import { chown, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { EmbeddedServerError, hasCode, messageOf } from '../errors';
import type { Owner } from './owner-probe';

/** The file that an owner writes for commands that join its server, and for the next owner in case this one dies. */
export interface ConnectionRecord {
  readonly owner: Owner;
  readonly pid: number;
  readonly nonce: string;
  readonly lockPorts: readonly number[];
  /** Identity of the host and the namespaces in which the owner runs: its pid and its ports have a meaning only there. */
  readonly host: string;
  /** Missing while the server is starting. */
  readonly url?: string;
  readonly superuserUrl?: string;
}

const fileIn = (home: string) => path.join(home, 'postgres.json');

export async function readRecord(home: string): Promise<ConnectionRecord | undefined> {
  try {
    return JSON.parse(await readFile(fileIn(home), 'utf8')) as ConnectionRecord;
  } catch (error) {
    if (hasCode(error, 'ENOENT') || error instanceof SyntaxError) return undefined;
    throw new EmbeddedServerError(`The data directory cannot be used: ${messageOf(error)}.`);
  }
}

/** The record holds passwords: only we can read it, or the owner of the data directory when we are root. */
export async function writeRecord(home: string, record: ConnectionRecord): Promise<void> {
  const draft = `${fileIn(home)}.${record.nonce}`;
  try {
    await writeFile(draft, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    const owner = await stat(home);
    if (process.getuid?.() === 0 && owner.uid !== 0) await chown(draft, owner.uid, owner.gid);
    await rename(draft, fileIn(home));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new EmbeddedServerError(`The data directory cannot be used: ${messageOf(error)}.`);
  }
}

export async function removeRecord(home: string): Promise<void> {
  await rm(fileIn(home), { force: true }).catch(() => undefined);
}

/** Heartbeat for processes in other containers, which cannot see our ports. */
export async function touchRecord(home: string): Promise<void> {
  const now = new Date();
  await utimes(fileIn(home), now, now).catch(() => undefined);
}

export async function recordTouchedAt(home: string): Promise<number | undefined> {
  return stat(fileIn(home)).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

/** The boot and the network and pid namespaces of this process; the host name where Linux does not provide them. */
export function hostIdentity(): string {
  if (process.platform !== 'linux') return hostname();
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return [boot, readlinkSync('/proc/self/ns/net'), readlinkSync('/proc/self/ns/pid')].join(' ');
  } catch {
    return hostname();
  }
}
