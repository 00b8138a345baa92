import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { type CopiedFiles, copyFile, copyFolder } from './copy-folder';
import type { EmbeddedServer } from '../embedded-server';
import { EmbeddedServerError } from '../errors';

/** Folders that a server fills again when it starts, or that belong to the running process: copied empty. */
const EMPTIED = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
];
const LEFT_OUT = /(^|\/)(postmaster\.(pid|opts)|pgsql_tmp[^/]*|pg_internal\.init[^/]*|backup_label.*)$/;
/** Copied last, by itself. */
const CONTROL_FILE = 'global/pg_control';
/** Segments of 16 MiB in the 4 GiB of one log number. */
const SEGMENTS_PER_LOG = 256;

/** What a copy of a cluster consists of. */
export interface ClusterCopy extends CopiedFiles {
  /** Major version of PostgreSQL. */
  readonly major: number;
}

/** The result of `pg_backup_stop`. */
interface Stopped {
  readonly label: string;
  readonly tablespaces: string;
  /** The last segment of the write-ahead log that the copy needs. */
  readonly last: string;
}

/**
 * Copies the cluster of a running server ("Making a Base Backup Using the Low Level API" in PostgreSQL's manual). A server that
 * starts on the copy recovers to the moment at which this ended; on an incomplete copy it refuses to start.
 * @param server the running server
 * @param to a folder that does not exist yet
 * @throws EmbeddedServerError, and errors of PostgreSQL and the file system
 */
export async function backUpCluster(
  { superuserUrl, location: data }: Pick<EmbeddedServer, 'superuserUrl' | 'location'>,
  to: string,
): Promise<ClusterCopy> {
  const client = new Client({ connectionString: superuserUrl });
  // The running statement fails with the same error.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // Keeps the write-ahead log from this point on. Temporary: it ends with the connection, like an unfinished backup.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `backup_${process.pid}`,
    ]);
    await client.query(`select pg_backup_start('scheduling-service', fast => true)`);
    const copied = await copyFolder(data, to, (_, file) => isLeftOut(file));
    await copyControlFile(data, to);
    const stopped = await stop(client);
    if (stopped.tablespaces !== '') {
      throw new EmbeddedServerError('The database has tablespaces outside of its folder: use pg_basebackup.');
    }
    await writeFile(path.join(to, 'backup_label'), stopped.label, { mode: 0o600, flush: true });
    const log = await copyLog(data, to, stopped);
    return {
      files: copied.files + log.files,
      bytes: copied.bytes + log.bytes,
      major: Number(await readFile(path.join(to, 'PG_VERSION'), 'utf8')),
    };
  } finally {
    await client.end().catch(() => undefined);
  }
}

function isLeftOut(file: string): boolean {
  const [top = '', ...below] = file.split(path.sep);
  return (below.length > 0 && EMPTIED.includes(top)) || LEFT_OUT.test(file) || file === CONTROL_FILE;
}

/** The server may write it at any time: two equal reads in a row are a complete one. */
async function copyControlFile(data: string, to: string): Promise<void> {
  const file = path.join(data, CONTROL_FILE);
  for (let before = await readFile(file); ;) {
    const content = await readFile(file);
    if (content.equals(before)) {
      await writeFile(path.join(to, CONTROL_FILE), content, { mode: 0o600, flush: true });
      return;
    }
    before = content;
  }
}

async function stop(client: Client): Promise<Stopped> {
  // It ends the segment and writes it out; there is no archive to wait for.
  const { rows } = await client.query<Stopped>(
    `select labelfile as label, spcmapfile as tablespaces, pg_walfile_name(lsn) as last
     from pg_backup_stop(wait_for_archive => false)`,
  );
  if (rows[0] === undefined) throw new EmbeddedServerError('pg_backup_stop returned nothing.');
  return rows[0];
}

async function copyLog(data: string, to: string, { label, last }: Stopped): Promise<CopiedFiles> {
  const first = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(label)?.[1] ?? '';
  const segments = (await readdir(path.join(data, 'pg_wal'))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  );
  if (segments.length !== numberOf(last) - numberOf(first) + 1) {
    throw new EmbeddedServerError(`The write-ahead log from ${first} to ${last} is incomplete.`);
  }
  await mkdir(path.join(to, 'pg_wal'), { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const name of segments) {
    bytes += (await copyFile(path.join(data, 'pg_wal', name), path.join(to, 'pg_wal', name))) ?? 0;
  }
  return { files: segments.length, bytes };
}

/** The number of a segment, from its name: eight hexadecimal digits each for timeline, log and segment. */
function numberOf(segment: string): number {
  return parseInt(segment.slice(8, 16), 16) * SEGMENTS_PER_LOG + parseInt(segment.slice(16), 16);
}
