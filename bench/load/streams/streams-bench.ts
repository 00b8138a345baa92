import { join } from 'node:path';
import { openDataset } from '../dataset';
import { drive } from '../drive';
import type { Bench } from '../measure';
import { allSucceed } from '../operations/operation';
import type { Options } from '../options';
import { Progress } from '../progress';
import { writeResults } from '../report/results-file';
import { familyMs, processorMs } from '../service/process-facts';
import { median } from '../report/statistics';
import { OpenStreams } from './open-streams';

/** As many as an instance serves. */
const STREAMS = 100;
const CONNECTIONS = 16;

/** One turn of bookings. */
interface Turn {
  readonly streams: number;
  readonly bookingsPerSecond: number;
  /** Processor time for each second, in ms. */
  readonly service: number;
  readonly postgres: number;
  readonly readers: number;
  readonly load: number;
  /** What each stream has got. */
  readonly events: number;
  /** What all streams together have got. */
  readonly megabytes: number;
}

/** `npm run bench -- --streams`: how many bookings the service takes without and with open streams of events. */
export async function benchStreams(folder: string, { sizes, seconds, rounds, out }: Options): Promise<void> {
  const progress = new Progress();
  const [size = 0] = sizes;
  const dataset = await openDataset(join(folder, String(size)), size, 1, ['book'], progress);
  try {
    const turns: Turn[] = [];
    progress.say('warming');
    await book(dataset.bench, 0, seconds / 2);
    for (let round = 1; round <= rounds; round++) {
      for (const streams of round % 2 === 1 ? [0, STREAMS] : [STREAMS, 0]) {
        progress.say(`round ${round} of ${rounds}: ${streams} streams`);
        turns.push(await book(dataset.bench, streams, seconds));
      }
    }
    publish(turns, out);
  } finally {
    await dataset.close();
  }
}

/** @throws Error when a booking or a stream is refused */
async function book(bench: Bench, streams: number, seconds: number): Promise<Turn> {
  const { service, key, ground, operations } = bench;
  const [operation] = operations;
  if (operation === undefined) throw new Error('there is no operation that books');
  const open = await OpenStreams.open(service.origin, key, streams);
  const before = await processorTimes(bench, open);
  const next = operation.begin(ground);
  const driven = await drive({ origin: service.origin, key, connections: CONNECTIONS, seconds, next });
  const after = await processorTimes(bench, open);
  const { events, bytes } = await open.received();
  await open.close();
  if (!allSucceed(driven.statuses)) throw new Error(`bookings: ${JSON.stringify(driven.statuses)}`);
  const spent = (whose: keyof typeof after) => (after[whose] - before[whose]) / driven.seconds;
  return {
    streams,
    bookingsPerSecond: driven.answers / driven.seconds,
    service: spent('service'),
    postgres: spent('postgres'),
    readers: spent('readers'),
    load: spent('load'),
    events,
    megabytes: bytes / 1e6,
  };
}

async function processorTimes({ service, statistics }: Bench, open: OpenStreams) {
  const { user, system } = process.cpuUsage();
  return {
    service: processorMs(service.pid) ?? NaN,
    postgres: familyMs(await statistics.postmaster()) ?? NaN,
    readers: processorMs(open.pid) ?? NaN,
    load: (user + system) / 1_000,
  };
}

function publish(turns: readonly Turn[], out: string): void {
  const of = (streams: number, member: keyof Turn) =>
    median(turns.filter((turn) => turn.streams === streams).map((turn) => turn[member]));
  const rows = [0, STREAMS].map((streams) =>
    [
      streams,
      of(streams, 'bookingsPerSecond').toFixed(0),
      ...(['service', 'postgres', 'readers', 'load'] as const).map((whose) => of(streams, whose).toFixed(0)),
      of(streams, 'events').toFixed(0),
      of(streams, 'megabytes').toFixed(1),
    ].join(' | '),
  );
  const head =
    'Streams | Bookings/s | CPU ms/s: service | PostgreSQL | readers | load | Events to each stream | MB to all streams';
  process.stdout.write(
    [head, head.replaceAll(/[^|]+/g, ' ---: '), ...rows].map((row) => `| ${row} |\n`).join(''),
  );
  const loss = 1 - of(STREAMS, 'bookingsPerSecond') / of(0, 'bookingsPerSecond');
  process.stdout.write(`\n${(loss * 100).toFixed(1)} % fewer bookings with ${STREAMS} streams\n`);
  writeResults(out, 'streams', { turns });
}
