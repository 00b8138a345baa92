import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { openDataset } from '../dataset';
import { drive } from '../drive';
import { allSucceed, type Next, type Operation } from '../operations/operation';
import type { Options } from '../options';
import { Progress } from '../progress';
import { median } from '../report/statistics';
import { aligned, figure } from '../report/table';
import { familyMs, processorMs } from '../service/process-facts';
import { type RunningService, startBeside } from '../service/service-process';

const CONNECTIONS = 16;
const WARMING_S = 2;
const CHECKSUM_LENGTH = 6;
const OPERATIONS = [
  'get',
  'list-filtered',
  'slots',
  'slots-any',
  'calendar',
  'calendar-rosters',
  'next',
  'book',
];
/** Nothing else takes processor time of PostgreSQL meanwhile. */
const SETTINGS = { WORKER: 'off' };

/** What a request costs; ms. */
interface Cost {
  readonly service: number;
  readonly postgres: number;
  readonly p50: number;
}

/**
 * `npm run bench -- --against <checkout>`: what a request costs the service and PostgreSQL, as a multiple of what it costs with another
 * build. Both services run over one database, which this build has migrated, and take turns: so a busy moment of the machine meets both.
 */
export async function benchAgainst(folder: string, options: Options): Promise<void> {
  const { sizes, only, seconds, rounds, against = '' } = options;
  const progress = new Progress();
  const [size = 0] = sizes;
  const names = only.length === 0 ? OPERATIONS : only;
  const dataset = await openDataset(join(folder, String(size)), size, 1, names, progress, SETTINGS);
  const { service, ground, operations, statistics } = dataset.bench;
  const key = await keyOfBoth(service.databaseUrl, dataset.bench.key);
  const place = join(folder, 'against');
  mkdirSync(place, { recursive: true });
  const other = await startBeside(service.databaseUrl, place, resolve(against), SETTINGS);
  try {
    const postmaster = await statistics.postmaster();
    const rows: string[][] = [];
    for (const operation of operations) {
      const next = operation.begin(ground);
      const costOf = (at: RunningService, s = seconds) =>
        costOn(at, postmaster, key, { ...operation, next }, s);
      const [now, before]: [Cost[], Cost[]] = [[], []];
      for (const each of [other, service]) await costOf(each, WARMING_S);
      for (let round = 1; round <= rounds; round++) {
        progress.say(`${operation.title}: round ${round} of ${rounds}`);
        before.push(await costOf(other));
        now.push(await costOf(service));
      }
      rows.push(rowOf(operation.title, before, now));
    }
    process.stdout.write(`${aligned([HEAD, ...rows])}\n`);
  } finally {
    await other.stop();
    await dataset.close();
  }
}

/** The key without its checksum: builds from before the checksums take no other. */
async function keyOfBoth(databaseUrl: string, key: string): Promise<string> {
  const plain = key.slice(0, -CHECKSUM_LENGTH);
  const [, keyId = '', secret = ''] = plain.split('_');
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const hash = createHash('sha256').update(secret).digest();
    await client.query('update api_keys set secret_hash = $2 where key_id = $1', [keyId, hash]);
  } finally {
    await client.end();
  }
  return plain;
}

/** @throws Error when a request fails */
async function costOn(
  { origin, pid }: RunningService,
  postmaster: number,
  key: string,
  { next, connections = CONNECTIONS, accepts = allSucceed }: Operation & { readonly next: Next },
  seconds: number,
): Promise<Cost> {
  const taken = () => [processorMs(pid) ?? NaN, familyMs(postmaster) ?? NaN] as const;
  const [serviceBefore, postgresBefore] = taken();
  const { answers, latencies, statuses } = await drive({ origin, key, connections, seconds, next });
  const [service, postgres] = taken();
  if (!accepts(statuses)) throw new Error(JSON.stringify(statuses));
  return {
    service: (service - serviceBefore) / answers,
    postgres: (postgres - postgresBefore) / answers,
    p50: latencies[Math.floor(latencies.length / 2)] ?? NaN,
  };
}

const HEAD = ['', 'service ms', 'before', 'PostgreSQL ms', 'before', 'both, before = 1', 'p50, before = 1'];

/** Medians of the rounds; the ratios are those of neighbouring turns. */
function rowOf(title: string, before: readonly Cost[], now: readonly Cost[]): string[] {
  const of = (costs: readonly Cost[], member: (cost: Cost) => number) => median(costs.map(member));
  const ratio = (member: (cost: Cost) => number) =>
    median(now.map((cost, i) => member(cost) / member(before[i] ?? cost)));
  return [
    title,
    ...[of(now, ({ service }) => service), of(before, ({ service }) => service)].map(figure),
    ...[of(now, ({ postgres }) => postgres), of(before, ({ postgres }) => postgres)].map(figure),
    figure(ratio(({ service, postgres }) => service + postgres)),
    figure(ratio(({ p50 }) => p50)),
  ];
}
