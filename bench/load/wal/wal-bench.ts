import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openDataset } from '../dataset';
import { drive, type Driven } from '../drive';
import type { Bench } from '../measure';
import { allSucceed } from '../operations/operation';
import type { Options } from '../options';
import { Progress } from '../progress';
import { writeResults } from '../report/results-file';
import { processorMs } from '../service/process-facts';

const CONNECTIONS = 16;

/** What the bookings of one turn left behind. */
interface Turn {
  /** Just after a checkpoint PostgreSQL logs each page that is changed for the first time as a whole. */
  readonly isAfterCheckpoint: boolean;
  readonly bookings: number;
  readonly bookingsPerSecond: number;
  /** For each booking: bytes of the write-ahead log, growth of the database in bytes, processor time of the service in ms. */
  readonly walBytes: number;
  readonly diskBytes: number;
  readonly processorMs: number;
}

/** How fast a worker numbers the audit entries that wait for it. */
interface Numbering {
  readonly entries: number;
  readonly entriesPerSecond: number;
  /** For each entry: processor time of the service in ms. */
  readonly processorMs: number;
}

/** A position in the write-ahead log and the size of the database, in bytes. */
interface Place {
  readonly wal: number;
  readonly size: number;
}

const PLACE = `
  select (pg_current_wal_lsn() - '0/0')::float8 as wal, pg_database_size(current_database())::float8 as size`;

const PAUSE_NUMBERING = 'begin; select from event_numbering for update';
const UNNUMBERED =
  'select ((select max(id) from audit_entries) - seen)::float8 as entries from event_numbering';

/**
 * `npm run bench -- --wal`: what a booking writes to the log and to the tables of PostgreSQL, its message and its event included, and how
 * fast events are numbered.
 */
export async function benchWal(folder: string, { sizes, seconds, rounds, out }: Options): Promise<void> {
  const progress = new Progress();
  const [size = 0] = sizes;
  const dataset = await openDataset(join(folder, String(size)), size, 1, ['book'], progress);
  const client = new Client({ connectionString: dataset.bench.service.databaseUrl });
  await client.connect();
  try {
    const turns: Turn[] = [];
    for (let round = 1; round <= rounds; round++) {
      progress.say(`round ${round} of ${rounds}`);
      await client.query('checkpoint');
      for (const isAfterCheckpoint of [true, false])
        turns.push(await book(dataset.bench, client, isAfterCheckpoint, seconds));
    }
    progress.say('numbering');
    publish(turns, await number(dataset.bench, client, seconds), out);
  } finally {
    await client.end();
    await dataset.close();
  }
}

async function book(
  bench: Bench,
  client: Client,
  isAfterCheckpoint: boolean,
  seconds: number,
): Promise<Turn> {
  const { service } = bench;
  const [before, processorBefore] = [await placeOf(client), processorMs(service.pid) ?? NaN];
  const driven = await driveBookings(bench, seconds);
  await untilNumbered(client);
  const [after, processorAfter] = [await placeOf(client), processorMs(service.pid) ?? NaN];
  const bookings = driven.answers;
  return {
    ...{ isAfterCheckpoint, bookings, bookingsPerSecond: bookings / driven.seconds },
    walBytes: (after.wal - before.wal) / bookings,
    diskBytes: (after.size - before.size) / bookings,
    processorMs: (processorAfter - processorBefore) / bookings,
  };
}

/** Books while no worker can number, and then does nothing but wait until all is numbered. */
async function number(bench: Bench, client: Client, seconds: number): Promise<Numbering> {
  const { pid } = bench.service;
  await client.query(PAUSE_NUMBERING);
  await driveBookings(bench, seconds);
  const entries = (await client.query<{ entries: number }>(UNNUMBERED)).rows[0]?.entries ?? 0;
  const [began, processorBefore] = [performance.now(), processorMs(pid) ?? NaN];
  await client.query('commit');
  await untilNumbered(client);
  const took = performance.now() - began;
  return {
    entries,
    entriesPerSecond: (entries / took) * 1_000,
    processorMs: ((processorMs(pid) ?? NaN) - processorBefore) / entries,
  };
}

/** @throws Error when a booking is refused */
async function driveBookings({ service, key, ground, operations }: Bench, seconds: number): Promise<Driven> {
  const [operation] = operations;
  if (operation === undefined) throw new Error('there is no operation that books');
  const next = operation.begin(ground);
  const driven = await drive({ origin: service.origin, key, connections: CONNECTIONS, seconds, next });
  if (!allSucceed(driven.statuses)) throw new Error(`bookings: ${JSON.stringify(driven.statuses)}`);
  return driven;
}

async function placeOf(client: Client): Promise<Place> {
  const { rows } = await client.query<Place>(PLACE);
  const [place] = rows;
  if (place === undefined) throw new Error('PostgreSQL returned no row');
  return place;
}

/** The events of the bookings belong to what they cost. */
async function untilNumbered(client: Client): Promise<void> {
  const IS_BEHIND = 'select seen < (select max(id) from audit_entries) as behind from event_numbering';
  for (;;) {
    const { rows } = await client.query<{ behind: boolean }>(IS_BEHIND);
    if (rows[0]?.behind !== true) return;
    await sleep(50);
  }
}

function publish(turns: readonly Turn[], numbering: Numbering, out: string): void {
  const rows = turns.map((turn) =>
    [
      turn.isAfterCheckpoint ? 'after a checkpoint' : 'after that',
      turn.bookings,
      turn.bookingsPerSecond.toFixed(0),
      (turn.walBytes / 1_024).toFixed(1),
      (turn.diskBytes / 1_024).toFixed(1),
      turn.processorMs.toFixed(2),
    ].join(' | '),
  );
  const head =
    'When | Bookings | A second | WAL, KiB for each | Disk, KiB for each | Service, ms of CPU for each';
  process.stdout.write(
    [head, '--- | ---: | ---: | ---: | ---: | ---:', ...rows].map((row) => `| ${row} |\n`).join(''),
  );
  const { entries, entriesPerSecond, processorMs: ms } = numbering;
  process.stdout.write(
    `\n${entries} audit entries were numbered, ${entriesPerSecond.toFixed(0)} a second, with ${ms.toFixed(3)} ms of CPU of the service for each.\n`,
  );
  writeResults(out, 'wal', { turns, numbering });
}
