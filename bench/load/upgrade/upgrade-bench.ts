import { join } from 'node:path';
import { Client } from 'pg';
import { markFolder, prepareFolder } from '../data/data-folder';
import { dayOf, mondayOf } from '../data/days';
import { fillTables } from '../data/fill';
import type { Options } from '../options';
import { Progress } from '../progress';
import { writeResults } from '../report/results-file';
import { allowSilence, connect, joinServer } from '../service/built-service';
import { median } from '../report/statistics';

/** The last migration before the claims. The database is filled at its schema, and the later migrations are timed. */
const LAST_BEFORE = 1_800_000_400_000;

type DataSource = ReturnType<typeof connect>;

interface Timing {
  readonly name: string;
  /** Of each round. */
  readonly seconds: readonly number[];
}

/**
 * `npm run bench -- --upgrade`: what the migrations from the claims on take over a filled database. Each round runs them in one
 * transaction, as an upgrade does, and takes them back, so that the next one finds the same data.
 */
export async function benchUpgrade(
  folder: string,
  { sizes, rounds, out }: Pick<Options, 'sizes' | 'rounds' | 'out'>,
): Promise<void> {
  const progress = new Progress();
  const size = sizes.at(-1) ?? 0;
  const own = join(folder, `upgrade-${size}`);
  const today = dayOf(Date.now());
  const found = await prepareFolder(own, size, today);
  if (found === undefined) await markFolder(own, { appointments: size, anchor: mondayOf(today) });
  const server = await joinServer(join(own, 'data'));
  try {
    const dataSource = await connect(server.superuserUrl).initialize();
    try {
      if (found === undefined) await fillBefore(dataSource, server.superuserUrl, own, size, progress);
      const timings = await timeLater(dataSource, rounds, progress);
      publish(size, timings, out);
    } finally {
      await dataSource.destroy();
    }
  } finally {
    await server.stop();
  }
}

async function fillBefore(
  dataSource: DataSource,
  url: string,
  folder: string,
  size: number,
  progress: Progress,
): Promise<void> {
  progress.say('migrating an empty database');
  await inTransaction(dataSource, 'commit', async (runner) => {
    for (const migration of migrationsOf(dataSource, (number) => number <= LAST_BEFORE))
      await migration.up(runner);
  });
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const [anchor, began] = [mondayOf(dayOf(Date.now())), performance.now()];
    await client.query('begin; set local synchronous_commit = off');
    await fillTables(client, size, anchor, progress);
    await client.query('commit');
    progress.say('vacuum, analyze, checkpoint');
    for (const statement of ['vacuum (analyze)', 'checkpoint']) await client.query(statement);
    await markFolder(folder, { appointments: size, anchor, fillSeconds: (performance.now() - began) / 1000 });
  } finally {
    await client.end();
  }
}

async function timeLater(
  dataSource: DataSource,
  rounds: number,
  progress: Progress,
): Promise<readonly Timing[]> {
  const later = migrationsOf(dataSource, (number) => number > LAST_BEFORE);
  const timings = later.map((migration) => ({ name: nameOf(migration), seconds: [] as number[] }));
  for (let round = 1; round <= rounds; round++)
    await inTransaction(dataSource, 'rollback', async (runner) => {
      for (const [index, migration] of later.entries()) {
        progress.say(`round ${round} of ${rounds}: ${nameOf(migration)}`);
        const began = performance.now();
        await migration.up(runner);
        timings[index]?.seconds.push((performance.now() - began) / 1000);
      }
    });
  return timings;
}

/** The migrations in their order. */
function migrationsOf({ migrations }: DataSource, isWanted: (number: number) => boolean) {
  return migrations
    .filter((migration) => isWanted(numberOf(migration)))
    .toSorted((a, b) => numberOf(a) - numberOf(b));
}

type Migration = DataSource['migrations'][number];

/** A class name, such as `Claims1800000500000`. */
function nameOf({ name, constructor }: Migration): string {
  return name ?? constructor.name;
}

function numberOf(migration: Migration): number {
  return Number(nameOf(migration).slice(-13));
}

async function inTransaction(
  dataSource: DataSource,
  end: 'commit' | 'rollback',
  work: (runner: ReturnType<DataSource['createQueryRunner']>) => Promise<void>,
): Promise<void> {
  const runner = dataSource.createQueryRunner();
  allowSilence(await runner.connect());
  await runner.query('begin; set local statement_timeout = 0; set local lock_timeout = 0');
  await work(runner);
  await runner.query(end);
  await runner.release();
}

function publish(size: number, timings: readonly Timing[], out: string): void {
  const figures = timings.map(({ name, seconds }) => {
    return { name, middle: median(seconds), least: Math.min(...seconds) };
  });
  const all = {
    name: 'all',
    middle: figures.reduce((sum, { middle }) => sum + middle, 0),
    least: figures.reduce((sum, { least }) => sum + least, 0),
  };
  const rows = [...figures, all].map(
    ({ name, middle, least }) => `| ${name} | ${middle.toFixed(2)} | ${least.toFixed(2)} |\n`,
  );
  process.stdout.write(
    `| ${size.toLocaleString('en')} appointments | s, median | least |\n| --- | ---: | ---: |\n${rows.join('')}`,
  );
  writeResults(out, 'upgrade', { size, timings });
}
