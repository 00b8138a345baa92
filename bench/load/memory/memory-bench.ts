import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDataset } from '../dataset';
import { drive } from '../drive';
import type { Bench } from '../measure';
import { allSucceed, type Next } from '../operations/operation';
import type { Options } from '../options';
import { ROOT, serviceIn } from '../places';
import { Progress } from '../progress';
import { writeResults } from '../report/results-file';
import { residentMb } from '../service/process-facts';

const CONNECTIONS = 16;
const REQUESTS = 50_000;
/** The requests of a business: each as often as the others. */
const MIX = [
  ...['get', 'services', 'list-first', 'list-filtered', 'search', 'customers'],
  ...['slots', 'calendar', 'counts', 'book'],
];
const REST_MS = 10_000;

interface Reading {
  readonly requests: number;
  readonly residentMb: number;
}

/** `npm run bench -- --memory`: what the service takes when it is idle, and after 50,000 mixed requests. */
export async function benchMemory(folder: string, { sizes, seconds, out }: Options): Promise<void> {
  const progress = new Progress();
  const [size = 0] = sizes;
  const dataset = await openDataset(join(folder, String(size)), size, 1, MIX, progress);
  const { bench, facts } = dataset;
  try {
    const idle = facts.idleMb ?? NaN;
    const next = mixOf(bench);
    const readings: Reading[] = [];
    for (let requests = 0; requests < REQUESTS;) {
      requests += await driveFor(seconds, bench, next);
      const reading = { requests, residentMb: residentMb(bench.service.pid) ?? NaN };
      progress.say(`${requests} of ${REQUESTS} requests: ${Math.round(reading.residentMb)} MB`);
      readings.push(reading);
    }
    await sleep(REST_MS);
    publish({ idle, readings, after: residentMb(bench.service.pid) ?? NaN }, out);
  } finally {
    await dataset.close();
  }
}

/** A request of each operation in turn. */
function mixOf({ operations, ground }: Bench): Next {
  const nexts = operations.map(({ begin }) => begin(ground));
  let turn = 0;
  return () => {
    const next = nexts[turn++ % nexts.length];
    if (next === undefined) throw new Error('the mix is empty');
    return next();
  };
}

/** @returns the number of answers @throws Error when a request fails */
async function driveFor(seconds: number, { service, key }: Bench, next: Next): Promise<number> {
  const { answers, statuses } = await drive({
    ...{ origin: service.origin, key, connections: CONNECTIONS },
    ...{ seconds, next },
  });
  if (!allSucceed(statuses)) throw new Error(`the mix: ${JSON.stringify(statuses)}`);
  return answers;
}

function publish(
  measured: { readonly idle: number; readonly readings: readonly Reading[]; readonly after: number },
  out: string,
): void {
  const { idle, readings, after } = measured;
  const last = readings.at(-1);
  const most = Math.max(...readings.map((reading) => reading.residentMb));
  process.stdout.write(
    `Idle ${idle.toFixed(0)} MB; ${last?.requests ?? 0} requests later ${after.toFixed(0)} MB, ` +
      `${(after - idle).toFixed(0)} MB more, and ${most.toFixed(0)} MB at most\n`,
  );
  writeResults(out, 'memory', { node: [process.version, ...serviceIn(ROOT).slice(0, -1)], ...measured });
}
