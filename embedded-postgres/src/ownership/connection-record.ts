import { readFileSync, readlinkSync } from 'node:fs';
import { chown, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { EmbeddedServerError, hasCode, messageOf } from '../errors';
import type { Owner } from './owner-probe';

/** What an owner leaves for commands that want to use its server, and for the next owner should this one die. */
export interface ConnectionRecord {
  readonly owner: Owner;
  readonly pid: number;
  readonly nonce: string;
  readonly lockPorts: readonly number[];
  /** Host and namespaces that the owner runs in: only from there do its pid and its ports mean anything. */
  readonly place: string;
  /** Missing while the server is starting. */
  readonly url?: string;
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

/** Holds the password: readable to us alone, or to the user whose data directory root is working in. */
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

/** Shows owners in other places, whose ports we cannot see and who cannot see ours, that we are alive. */
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

export function thisPlace(): string {
  if (process.platform !== 'linux') return hostname();
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return [boot, readlinkSync('/proc/self/ns/net'), readlinkSync('/proc/self/ns/pid')].join(' ');
  } catch {
    return hostname();
  }
}
