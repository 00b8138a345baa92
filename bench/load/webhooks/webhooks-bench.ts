import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openDataset } from '../dataset';
import type { Options } from '../options';
import { Progress } from '../progress';
import { writeResults } from '../report/results-file';
import { familyMs, processorMs } from '../service/process-facts';
import type { ServiceProcess } from '../service/service-process';
import type { StatementStatistics } from '../service/statement-counters';
import { startWorker, type WorkerProcess } from '../service/worker-process';
import { quantile } from '../report/statistics';
import { PacedBookings } from './paced-bookings';
import type { Arrivals } from './receivers';
import { Receivers } from './receivers-process';

/** The service answers the first requests of its life more slowly. */
const WARM_S = 5;
/** How long the last deliveries are waited for, and how often they are counted. */
const DRAIN_MS = { longest: 60_000, every: 250 };

/** What the webhooks hear. A booking happens, and for every fifth one a customer is created; nothing else does. */
const ALL_BOOKINGS = ['appointment.booked'];
/** What ten kinds of integrations hear. */
const KINDS = [
  ALL_BOOKINGS,
  ['appointment.cancelled'],
  ['appointment.moved', 'appointment.changed'],
  ['appointment.completed', 'appointment.no_show'],
  ['customer.*'],
  ['hold.*'],
  ['waitlist.*'],
  ['service.*', 'category.*'],
  ['provider.*', 'time_off.*'],
  ['closure.*', 'special_hours.*', 'business_hours.*'],
];

/** One turn. Times are in ms, processor time in ms for each second. */
interface Turn {
  readonly deliveries: number;
  readonly perSecond: number;
  /** Deliveries that did not arrive within a minute after the last booking. */
  readonly missing: number;
  /** From the time of the change, which is that before its commit, to the arrival at the receiver. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  /** Of the answers to the bookings. */
  readonly bookingP99: number;
  readonly service: number;
  readonly worker: number;
  readonly postgres: number;
  readonly receivers: number;
  readonly load: number;
}

/** `npm run bench -- --webhooks`: how long after a booking the webhooks hear of it, while one of them is dead. */
export async function benchWebhooks(folder: string, options: Options): Promise<void> {
  const { sizes, seconds, rounds, rate, receivers: count, worker: hasWorker, mixed, out } = options;
  const progress = new Progress();
  const [size = 0] = sizes;
  const settings = { WEBHOOK_ALLOW_PRIVATE: 'on', WORKER: hasWorker ? 'off' : 'on' };
  const place = join(folder, String(size));
  const dataset = await openDataset(place, size, 1, ['book'], progress, settings);
  const { service, statistics, key, ground, operations } = dataset.bench;
  const [operation] = operations;
  if (operation === undefined) throw new Error('there is no operation that books');
  const worker = hasWorker ? startWorker(place, settings) : undefined;
  const receivers = await Receivers.start(count);
  const database = new Client({ connectionString: service.databaseUrl });
  await database.connect();
  const bookings = new PacedBookings(service.origin, key, operation.begin(ground));
  try {
    // The last one, which is dead, hears the bookings in any case.
    for (const [index, url] of receivers.urls.entries()) {
      const kind = mixed ? KINDS[(count - 1 - index) % KINDS.length] : undefined;
      await createWebhook(service, key, url, kind ?? ALL_BOOKINGS);
    }
    const bench = { service, worker, statistics, database, receivers, bookings, rate };
    progress.say('warming');
    await turn(bench, WARM_S);
    const turns: Turn[] = [];
    for (let round = 1; round <= rounds; round++) {
      progress.say(`round ${round} of ${rounds}`);
      turns.push(await turn(bench, seconds));
    }
    publish({ webhooks: count, rate, worker: hasWorker, mixed, seconds, turns }, out);
  } finally {
    await bookings.close();
    await database.end();
    await worker?.stop();
    await dataset.close();
    receivers.stop();
  }
}

async function createWebhook(service: ServiceProcess, key: string, url: string, types: readonly string[]) {
  const answer = await fetch(`${service.origin}/api/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, types }),
  });
  if (answer.status !== 201) throw new Error(`a webhook was answered with ${answer.status}`);
}

interface Bench {
  readonly service: ServiceProcess;
  readonly worker: WorkerProcess | undefined;
  readonly statistics: StatementStatistics;
  readonly database: Client;
  readonly receivers: Receivers;
  readonly bookings: PacedBookings;
  /** Bookings a second. */
  readonly rate: number;
}

async function turn(bench: Bench, seconds: number): Promise<Turn> {
  const { database, receivers, bookings, rate } = bench;
  const first = await lastEvent(database);
  const before = await processorTimes(bench);
  const began = performance.now();
  const answers = await bookings.run(rate, seconds);
  const took = (performance.now() - began) / 1_000;
  const perSecond = (await receivers.count()) / took;
  const after = await processorTimes(bench);
  const expected = await untilDelivered(bench, first, rate * seconds);
  const latencies = await latenciesOf(database, await receivers.take());
  const spent = (whose: keyof typeof after) => (after[whose] - before[whose]) / took;
  return {
    deliveries: latencies.length,
    perSecond,
    missing: expected - latencies.length,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    max: latencies.at(-1) ?? NaN,
    bookingP99: quantile(answers, 0.99),
    service: spent('service'),
    worker: spent('worker'),
    postgres: spent('postgres'),
    receivers: spent('receivers'),
    load: spent('load'),
  };
}

async function processorTimes({ service, worker, statistics, receivers }: Bench) {
  const postmaster = await statistics.postmaster();
  const { user, system } = process.cpuUsage();
  return {
    service: processorMs(service.pid) ?? NaN,
    worker: worker === undefined ? 0 : (processorMs(worker.pid) ?? NaN),
    postgres: familyMs(postmaster) ?? NaN,
    receivers: processorMs(receivers.pid) ?? NaN,
    load: (user + system) / 1_000,
  };
}

/** Waits until all bookings are numbered, and what they queued has arrived. @returns how many deliveries they queued to living receivers */
async function untilDelivered(
  { database, receivers }: Bench,
  first: number,
  bookings: number,
): Promise<number> {
  const deadline = performance.now() + DRAIN_MS.longest;
  for (;;) {
    await sleep(DRAIN_MS.every);
    const isNumbered =
      (await one(database, `count(*) from events where type = 'appointment.booked' and id > ${first}`)) >=
      bookings;
    const expected = await one(
      database,
      `count(*) from webhook_deliveries d where event_id > ${first}
        and webhook_id <> (select max(id) from webhooks)`,
    );
    const arrived = await receivers.count();
    if ((isNumbered && arrived >= expected) || performance.now() > deadline) return expected;
  }
}

/** In ms, ascending. */
async function latenciesOf(database: Client, { events, at }: Arrivals): Promise<Float64Array> {
  const { rows } = await database.query<{ id: number; at: number }>(
    `select id::int as id, (extract(epoch from occurred_at) * 1000)::float8 as at from events where id = any ($1)`,
    [[...new Set(events)]],
  );
  const happened = new Map(rows.map((row) => [row.id, row.at]));
  return Float64Array.from(
    events,
    (event, index) => (at[index] ?? NaN) - (happened.get(event) ?? NaN),
  ).sort();
}

function lastEvent(database: Client): Promise<number> {
  return one(database, 'last_event from event_numbering');
}

async function one(database: Client, what: string): Promise<number> {
  const { rows } = await database.query<{ value: number }>(`select (select ${what})::int as value`);
  return rows[0]?.value ?? NaN;
}

interface Result {
  readonly webhooks: number;
  readonly rate: number;
  readonly worker: boolean;
  readonly mixed: boolean;
  readonly seconds: number;
  readonly turns: readonly Turn[];
}

function publish(result: Result, out: string): void {
  const { webhooks, rate, worker, mixed, turns } = result;
  const head =
    'Deliveries | A second | Missing | p50 ms | p99 ms | max ms | Bookings, p99 ms | CPU ms/s: service | worker | PostgreSQL | receivers | load';
  const rows = turns.map((turn) =>
    [
      turn.deliveries,
      ...[turn.perSecond, turn.missing, turn.p50, turn.p99, turn.max, turn.bookingP99].map((value) =>
        value.toFixed(0),
      ),
      ...[turn.service, turn.worker, turn.postgres, turn.receivers, turn.load].map((value) =>
        value.toFixed(0),
      ),
    ].join(' | '),
  );
  const rule = head.replaceAll(/[^|]+/g, ' ---: ');
  process.stdout.write(
    `${webhooks} webhooks${mixed ? ' of ten kinds' : ''}, one of them dead; ${rate} bookings a second${worker ? '; a worker of its own' : ''}\n\n` +
      [head, rule, ...rows].map((row) => `| ${row} |\n`).join(''),
  );
  writeResults(out, 'webhooks', result);
}
