import { join } from 'node:path';
import { openDataset } from '../dataset';
import { drive } from '../drive';
import type { Bench } from '../measure';
import { allSucceed, type Operation } from '../operations/operation';
import type { Options } from '../options';
import { Progress } from '../progress';
import { writeResults } from '../report/results-file';
import { processorMs } from '../service/process-facts';

const CONNECTIONS = 16;
const OPERATIONS = ['get', 'list-first', 'slots'];
/** How long a process counts as fresh, and how long it is driven after that, in s. */
const FRESH = 30;
const LATER = 15;

/** One second of load. */
interface Slice {
  readonly answers: number;
  readonly seconds: number;
  /** Processor time of the service. */
  readonly processorMs: number;
}

interface Curve {
  readonly operation: string;
  readonly readyAfterMs: number;
  readonly slices: readonly Slice[];
}

/** `npm run bench -- --start`: how a fresh process answers in its first half minute, and after it. */
export async function benchStart(folder: string, { sizes, only, out }: Options): Promise<void> {
  const progress = new Progress();
  const [size = 0] = sizes;
  const curves: Curve[] = [];
  for (const name of only.length === 0 ? OPERATIONS : only) {
    const dataset = await openDataset(join(folder, String(size)), size, 1, [name], progress);
    const { bench, facts } = dataset;
    try {
      const [operation] = bench.operations;
      if (operation === undefined) throw new Error(`there is no ${name}`);
      progress.say(operation.title);
      const slices = await slicesOf(bench, operation);
      curves.push({ operation: operation.title, readyAfterMs: facts.startUp[0] ?? NaN, slices });
    } finally {
      await dataset.close();
    }
  }
  publish(curves, out);
}

/** @throws Error when a request fails */
async function slicesOf({ service, key, ground }: Bench, operation: Operation): Promise<Slice[]> {
  const next = operation.begin(ground);
  const slices: Slice[] = [];
  while (slices.length < FRESH + LATER) {
    const before = processorMs(service.pid) ?? NaN;
    const driven = await drive({ origin: service.origin, key, connections: CONNECTIONS, seconds: 1, next });
    if (!allSucceed(driven.statuses))
      throw new Error(`${operation.title}: ${JSON.stringify(driven.statuses)}`);
    const took = (processorMs(service.pid) ?? NaN) - before;
    slices.push({ answers: driven.answers, seconds: driven.seconds, processorMs: took });
  }
  return slices;
}

const PARTS: readonly (readonly [title: string, from: number, to: number])[] = [
  ['Second 1', 0, 1],
  ['2', 1, 2],
  ['3', 2, 3],
  ['4 to 10', 3, 10],
  ['11 to 30', 10, FRESH],
  ['31 to 45', FRESH, FRESH + LATER],
];

function publish(curves: readonly Curve[], out: string): void {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const head = ['Requests/s (ms of CPU for each)', ...PARTS.map(([title]) => title), 'First 30 s, later = 1'];
  const rows = curves.map(({ operation, slices }) => [
    operation,
    ...PARTS.map(([, from, to]) => shown(slices.slice(from, to))),
    (rateOf(slices.slice(0, FRESH)) / rateOf(slices.slice(FRESH))).toFixed(2),
  ]);
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'));
  process.stdout.write([head, rule, ...rows].map(row).join(''));
  writeResults(out, 'start', { curves });
}

function shown(slices: readonly Slice[]): string {
  const answers = sum(slices.map((slice) => slice.answers));
  const cpu = sum(slices.map((slice) => slice.processorMs)) / answers;
  return `${rateOf(slices).toFixed(0)} (${cpu.toFixed(2)})`;
}

function rateOf(slices: readonly Slice[]): number {
  return sum(slices.map(({ answers }) => answers)) / sum(slices.map(({ seconds }) => seconds));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
