import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openDataset } from '../dataset';
import { drive } from '../drive';
import type { Bench } from '../measure';
import { allSucceed } from '../operations/operation';
import type { Options } from '../options';
import { Progress } from '../progress';
import { processorMs } from '../service/process-facts';
import { median } from '../statistics';
import { OpenStreams } from './open-streams';

/** As many as an instance serves. */
const STREAMS = 100;
const CONNECTIONS = 16;

/** One turn of bookings. */
interface Turn {
  readonly streams: number;
  readonly bookingsPerSecond: number;
  /** Processor time of the service for each booking. */
  readonly processorMs: number;
  /** What all streams together have got. */
  readonly events: number;
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
  const before = processorMs(service.pid) ?? NaN;
  const next = operation.begin(ground);
  const driven = await drive({ origin: service.origin, key, connections: CONNECTIONS, seconds, next });
  const took = (processorMs(service.pid) ?? NaN) - before;
  const { events, megabytes } = open.received;
  open.close();
  if (!allSucceed(driven.statuses)) throw new Error(`bookings: ${JSON.stringify(driven.statuses)}`);
  return {
    streams,
    bookingsPerSecond: driven.answers / driven.seconds,
    processorMs: took / driven.answers,
    events,
    megabytes,
  };
}

function publish(turns: readonly Turn[], out: string): void {
  const of = (streams: number, member: keyof Turn) =>
    median(turns.filter((turn) => turn.streams === streams).map((turn) => turn[member]));
  const rows = [0, STREAMS].map((streams) =>
    [
      streams,
      of(streams, 'bookingsPerSecond').toFixed(0),
      of(streams, 'processorMs').toFixed(2),
      of(streams, 'events').toFixed(0),
      of(streams, 'megabytes').toFixed(1),
    ].join(' | '),
  );
  const head =
    'Streams | Bookings/s | Service, ms of CPU for each | Events to all streams | MB to all streams';
  process.stdout.write(
    [head, '---: | ---: | ---: | ---: | ---:', ...rows].map((row) => `| ${row} |\n`).join(''),
  );
  const loss = 1 - of(STREAMS, 'bookingsPerSecond') / of(0, 'bookingsPerSecond');
  process.stdout.write(`\n${(loss * 100).toFixed(1)} % fewer bookings with ${STREAMS} streams\n`);
  mkdirSync(out, { recursive: true });
  const file = join(
    resolve(out),
    `streams-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.json`,
  );
  writeFileSync(file, `${JSON.stringify({ turns }, null, 2)}\n`);
  process.stdout.write(`\n${file}\n`);
}
