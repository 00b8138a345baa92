import { join } from 'node:path';
import { openDataset } from '../dataset';
import type { Bench } from '../measure';
import type { Options } from '../options';
import { Progress } from '../progress';
import { writeResults } from '../report/results-file';
import { processorMs } from '../service/process-facts';
import { ApiCalls } from './api-calls';
import { type WorstCase, worstCases } from './cases';

/** The most expensive of the measured requests of a case, member by member. */
export interface WorstResult {
  readonly name: string;
  readonly title: string;
  /** A 422 means that the service refuses the case. */
  readonly status: number;
  /** Processor time of the service's process. */
  readonly serviceMs: number;
  /** Time in PostgreSQL's executor. */
  readonly databaseMs: number;
  /** Rows that PostgreSQL returned. */
  readonly rows: number;
  readonly bytes: number;
  readonly elapsedMs: number;
}

/** The first request of a case also pays for compilation, so there are a few. */
const REQUESTS = 4;

/** `npm run bench -- --worst`: what the most expensive requests cost, one at a time. */
export async function benchWorstCases(folder: string, { sizes, out }: Options): Promise<void> {
  const progress = new Progress();
  const [size = 0] = sizes;
  const dataset = await openDataset(join(folder, String(size)), size, 1, [], progress);
  try {
    const { bench } = dataset;
    const api = new ApiCalls(bench.service.origin, bench.key);
    const results: WorstResult[] = [];
    for (const each of await worstCases(api, bench.ground.today, size)) {
      progress.say(each.title);
      results.push(await measureCase(bench, api, each));
    }
    publish(results, size, out);
  } finally {
    await dataset.close();
  }
}

async function measureCase(
  bench: Bench,
  api: ApiCalls,
  { name, title, request }: WorstCase,
): Promise<WorstResult> {
  const runs: WorstResult[] = [];
  for (let run = 0; run < REQUESTS; run++) {
    await bench.statistics.reset();
    const before = processorMs(bench.service.pid) ?? NaN;
    const { status, bytes, ms } = await api.send(request);
    const { executionMs, rows } = await bench.statistics.read();
    const serviceMs = (processorMs(bench.service.pid) ?? NaN) - before;
    runs.push({ name, title, status, serviceMs, databaseMs: executionMs, rows, bytes, elapsedMs: ms });
  }
  const [, ...warm] = runs;
  const largest = (member: 'serviceMs' | 'databaseMs' | 'rows' | 'bytes' | 'elapsedMs') =>
    Math.ceil(Math.max(...warm.map((each) => each[member])));
  return {
    ...{ name, title, status: warm.at(-1)?.status ?? 0 },
    ...{ serviceMs: largest('serviceMs'), databaseMs: largest('databaseMs') },
    ...{ rows: largest('rows'), bytes: largest('bytes'), elapsedMs: largest('elapsedMs') },
  };
}

function publish(results: readonly WorstResult[], size: number, out: string): void {
  const rows = results.map((each) =>
    [each.title, each.status, each.serviceMs, each.databaseMs, each.rows, each.bytes, each.elapsedMs].join(
      ' | ',
    ),
  );
  const head = ['Request', 'Status', 'Service, ms of CPU', 'PostgreSQL, ms', 'Rows', 'Bytes', 'Elapsed, ms'];
  const table = [
    head.join(' | '),
    head.map((_, column) => (column === 0 ? '---' : '---:')).join(' | '),
    ...rows,
  ];
  process.stdout.write(`${table.map((line) => `| ${line} |`).join('\n')}\n`);
  writeResults(out, 'worst', { appointments: size, results });
}
