import { existsSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDataset } from '../dataset';
import { drive } from '../drive';
import type { Bench } from '../measure';
import { allSucceed, type Operation } from '../operations/operation';
import type { Options } from '../options';
import { Progress } from '../progress';
import { writeResults } from '../report/results-file';
import { aligned } from '../report/table';
import { processorTimes } from '../service/process-facts';
import { CAUSES, sharesOf } from './causes';

const CONNECTIONS = 16;
const OPERATIONS = ['get', 'services', 'list-first', 'list-any', 'customers', 'slots', 'calendar', 'book'];
const WARMING_S = 5;
const WRITTEN_WITHIN_MS = 30_000;

/** Where the time of an operation goes. */
interface Profiled {
  readonly title: string;
  readonly requestsPerSecond: number;
  /** Processor time of the service's own code for a request, that of the profiler included, in µs. */
  readonly own: number;
  /** That of the kernel: mostly the sockets to clients and to PostgreSQL. */
  readonly kernel: number;
  /** The share of each cause in the time of the service's own code, 0 to 1. */
  readonly shares: ReadonlyMap<string, number>;
}

/** `npm run bench -- --profile`: what the processor time of the service goes into, for each operation. */
export async function benchProfile(folder: string, { sizes, only, seconds, out }: Options): Promise<void> {
  const progress = new Progress();
  const [size = 0] = sizes;
  const file = join(resolve(folder), 'last.cpuprofile');
  const names = only.length === 0 ? OPERATIONS : only;
  const dataset = await openDataset(join(folder, String(size)), size, 1, names, progress, {
    NODE_OPTIONS: `--require=${JSON.stringify(join(__dirname, 'profiler.js'))}`,
    PROFILE_FILE: file,
  });
  const found: Profiled[] = [];
  try {
    for (const operation of dataset.bench.operations) {
      progress.say(operation.title);
      found.push(await profiled(dataset.bench, operation, seconds, file));
    }
  } finally {
    await dataset.close();
  }
  publish(found, out);
}

/** @throws Error when a request fails, or the service writes no profile */
async function profiled(
  { service, key, ground }: Bench,
  operation: Operation,
  seconds: number,
  file: string,
): Promise<Profiled> {
  const next = operation.begin(ground);
  const { connections = CONNECTIONS, accepts = allSucceed } = operation;
  const load = { origin: service.origin, key, connections, next };
  await drive({ ...load, seconds: WARMING_S });
  process.kill(service.pid, 'SIGUSR2');
  const before = timesOf(service.pid);
  const driven = await drive({ ...load, seconds });
  const after = timesOf(service.pid);
  process.kill(service.pid, 'SIGUSR2');
  if (!accepts(driven.statuses)) throw new Error(`${operation.title}: ${JSON.stringify(driven.statuses)}`);
  return {
    title: operation.title,
    requestsPerSecond: driven.answers / driven.seconds,
    own: ((after.own - before.own) * 1000) / driven.answers,
    kernel: ((after.kernel - before.kernel) * 1000) / driven.answers,
    shares: sharesOf(await written(file)),
  };
}

function timesOf(pid: number): { readonly own: number; readonly kernel: number } {
  const times = processorTimes(pid);
  if (times === undefined) throw new Error('there is no /proc to read processor times from');
  return times;
}

async function written(file: string): Promise<Profiler.Profile> {
  const deadline = performance.now() + WRITTEN_WITHIN_MS;
  while (!existsSync(file)) {
    if (performance.now() > deadline) throw new Error(`the service has not written ${file}`);
    await sleep(100);
  }
  const profile = JSON.parse(readFileSync(file, 'utf8')) as Profiler.Profile;
  rmSync(file);
  return profile;
}

function publish(found: readonly Profiled[], out: string): void {
  const rows = CAUSES.map((cause) => [
    cause,
    ...found.map(({ own, shares }) => (own * (shares.get(cause) ?? 0)).toFixed(0)),
  ]);
  const table = aligned([
    ['µs of a request', ...found.map(({ title }) => title)],
    ['Kernel, mostly sockets', ...found.map(({ kernel }) => kernel.toFixed(0))],
    ...rows,
    ['all', ...found.map(({ own, kernel }) => (own + kernel).toFixed(0))],
    ['requests/s', ...found.map(({ requestsPerSecond }) => requestsPerSecond.toFixed(0))],
  ]);
  process.stdout.write(`${table}\n`);
  const operations = found.map(({ shares, ...rest }) => ({ ...rest, shares: Object.fromEntries(shares) }));
  writeResults(out, 'profile', { operations });
}
