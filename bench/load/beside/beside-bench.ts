import { join } from 'node:path';
import { openDataset } from '../dataset';
import { type Driven, drive } from '../drive';
import type { Bench } from '../measure';
import { allSucceed, type Next, type Operation } from '../operations/operation';
import type { Options } from '../options';
import { Progress } from '../progress';
import { writeResults } from '../report/results-file';
import { median, quantile } from '../report/statistics';

const SHORT = 'get';
/** A statement that takes PostgreSQL longer than a hundred short reads. */
const LONG = 'summary';
const SHORT_CONNECTIONS = 8;
/** How many connections send long statements. */
const BESIDE = [0, 1, 4, 8];

/** The short reads of all turns beside one number of long statements. */
interface Turns {
  readonly beside: number;
  readonly reads: readonly Driven[];
  readonly longs: readonly Driven[];
}

/** `npm run bench -- --beside`: how long short reads wait while long statements run. */
export async function benchBeside(folder: string, { sizes, seconds, rounds, out }: Options): Promise<void> {
  const progress = new Progress();
  const size = sizes.at(-1) ?? 0;
  const dataset = await openDataset(join(folder, String(size)), size, 1, [SHORT, LONG], progress);
  const turns = BESIDE.map((beside) => ({ beside, reads: [] as Driven[], longs: [] as Driven[] }));
  try {
    const { bench } = dataset;
    const [read, long] = [begun(bench, SHORT), begun(bench, LONG)];
    await besideEachOther(bench, read, long, 1, seconds);
    for (let round = 1; round <= rounds; round++) {
      for (const { beside, reads, longs } of turns) {
        progress.say(`round ${round} of ${rounds}: beside ${beside}`);
        const driven = await besideEachOther(bench, read, long, beside, seconds);
        reads.push(driven.read);
        if (driven.long !== undefined) longs.push(driven.long);
      }
    }
  } finally {
    await dataset.close();
  }
  publish(size, turns, out);
}

function begun({ operations, ground }: Bench, name: string): Next {
  const operation = operations.find((each): each is Operation => each.name === name);
  if (operation === undefined) throw new Error(`there is no ${name}`);
  return operation.begin(ground);
}

/** @throws Error when a request fails */
async function besideEachOther(
  { service: { origin }, key }: Bench,
  read: Next,
  long: Next,
  beside: number,
  seconds: number,
): Promise<{ readonly read: Driven; readonly long: Driven | undefined }> {
  const [reads, longs] = await Promise.all([
    drive({ origin, key, connections: SHORT_CONNECTIONS, seconds, next: read }),
    beside === 0 ? undefined : drive({ origin, key, connections: beside, seconds, next: long }),
  ]);
  for (const { statuses } of longs === undefined ? [reads] : [reads, longs])
    if (!allSucceed(statuses)) throw new Error(JSON.stringify(statuses));
  return { read: reads, long: longs };
}

function publish(size: number, turns: readonly Turns[], out: string): void {
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |\n`;
  const rows = turns.map(({ beside, reads, longs }) => [
    beside,
    ...[rate(reads), ms(reads, 0.5), ms(reads, 0.99)],
    ...(longs.length === 0 ? ['–', '–'] : [rate(longs), ms(longs, 0.5)]),
  ]);
  const head = ['Summaries at a time', 'GET by id, req/s', 'p50 ms', 'p99 ms', 'summaries/s', 'p50 ms'];
  const table = [head, head.map(() => '---:'), ...rows].map(row).join('');
  process.stdout.write(
    `${size.toLocaleString('en')} appointments, ${SHORT_CONNECTIONS} connections\n\n${table}`,
  );
  writeResults(out, 'beside', { size, head, rows });
}

function rate(driven: readonly Driven[]): string {
  return median(driven.map(({ answers, seconds }) => answers / seconds)).toFixed(0);
}

/** The median over the rounds of one quantile of the latencies. */
function ms(driven: readonly Driven[], share: number): string {
  return median(driven.map(({ latencies }) => quantile(latencies, share))).toFixed(1);
}
