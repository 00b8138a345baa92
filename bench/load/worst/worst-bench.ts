import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { connect } from 'node:net';
import { openDataset } from '../dataset';
import type { Bench } from '../measure';
import type { Options } from '../options';
import { Progress } from '../progress';
import { writeResults } from '../report/results-file';
import { processorMs } from '../service/process-facts';
import type { Question } from '../operations/operation';
import { ApiCalls } from './api-calls';
import { worstCases } from './cases';
import { type ApiDocument, generatedCases, operationsIn } from './generated-cases';
import { faultsOf } from './law';
import type { WorstCase } from './worst-case';
import { writeCases } from './write-cases';

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
  /** The longest time between two turns of the event loop of the service: so long others wait. */
  readonly heldMs: number;
}

/** The first request of a case also pays for compilation, so there are a few. */
const REQUESTS = 4;

/**
 * `npm run bench -- --worst`: what the most expensive requests of each operation cost, one at a time.
 * @throws Error when one of them takes more than a request may
 */
export async function benchWorstCases(folder: string, { sizes, out }: Options): Promise<void> {
  const progress = new Progress();
  const [size = 0] = sizes;
  const socket = join(tmpdir(), `bench-turns-${process.pid}`);
  const probe = {
    NODE_OPTIONS: `--require ${join(__dirname, 'turns-probe.js')}`,
    BENCH_TURNS_SOCKET: socket,
  };
  const dataset = await openDataset(join(folder, String(size)), size, 1, [], progress, probe);
  try {
    const { bench } = dataset;
    const api = new ApiCalls(bench.service.origin, bench.key);
    const { today } = bench.ground;
    progress.say('creating what the requests are about');
    const reading = await worstCases(api, today, size);
    const { cases: writing, ids } = await writeCases(api, today);
    const { text } = await api.send({ method: 'GET', path: '/docs/openapi.json' });
    const document = JSON.parse(text) as ApiDocument;
    // The cases that write end what the generated ones read, which end with deletions.
    const generated = generatedCases(document, [...reading, ...writing], ids, today);
    const results: (WorstResult & { readonly request: Question })[] = [];
    for (const each of [...reading, ...writing, ...generated]) {
      progress.say(each.title);
      results.push({ ...(await measureCase(bench, api, socket, each)), request: each.request(0) });
    }
    publish(results, size, out);
    const faults = faultsOf(results, operationsIn(document));
    if (faults.length > 0) throw new Error(`the law of the worst cases does not hold:\n${faults.join('\n')}`);
  } finally {
    await dataset.close();
  }
}

async function measureCase(
  bench: Bench,
  api: ApiCalls,
  socket: string,
  { name, title, request }: WorstCase,
): Promise<WorstResult> {
  const runs: WorstResult[] = [];
  for (let run = 0; run < REQUESTS; run++) {
    await bench.statistics.reset();
    const before = processorMs(bench.service.pid) ?? NaN;
    await longestTurnMs(socket);
    const { status, bytes, ms } = await api.send(request(run));
    const heldMs = await longestTurnMs(socket);
    const { executionMs, rows } = await bench.statistics.read();
    const serviceMs = (processorMs(bench.service.pid) ?? NaN) - before;
    runs.push({
      ...{ name, title, status, serviceMs, databaseMs: executionMs },
      ...{ rows, bytes, elapsedMs: ms, heldMs },
    });
  }
  const [, ...warm] = runs;
  const largest = (member: 'serviceMs' | 'databaseMs' | 'rows' | 'bytes' | 'elapsedMs' | 'heldMs') =>
    Math.ceil(Math.max(...warm.map((each) => each[member])));
  return {
    ...{ name, title, status: warm.at(-1)?.status ?? 0 },
    ...{ serviceMs: largest('serviceMs'), databaseMs: largest('databaseMs') },
    ...{ rows: largest('rows'), bytes: largest('bytes'), elapsedMs: largest('elapsedMs') },
    heldMs: largest('heldMs'),
  };
}

async function longestTurnMs(socket: string): Promise<number> {
  return Number(await textOf(connect(socket)));
}

function publish(results: readonly WorstResult[], size: number, out: string): void {
  const rows = results.map((each) =>
    [
      ...[each.title, each.status, each.serviceMs, each.databaseMs],
      ...[each.rows, each.bytes, each.elapsedMs, each.heldMs],
    ].join(' | '),
  );
  const head = [
    ...['Request', 'Status', 'Service, ms of CPU', 'PostgreSQL, ms'],
    ...['Rows', 'Bytes', 'Elapsed, ms', 'Longest turn, ms'],
  ];
  const table = [
    head.join(' | '),
    head.map((_, column) => (column === 0 ? '---' : '---:')).join(' | '),
    ...rows,
  ];
  process.stdout.write(`${table.map((line) => `| ${line} |`).join('\n')}\n`);
  writeResults(out, 'worst', { appointments: size, results });
}
