import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { FULL, SMALL } from './data/plan';
import { allOperations } from './operations/all';
import { ROOT } from './places';

export const HELP = `npm run bench -- [options]

  --small             only 20,000 appointments, a second for each operation
  --only <names>      only these operations, such as get,slots (see below)
  --seconds <n>       how long each operation is driven in each round (default 4, small 1)
  --rounds <n>        how many rounds (default 3, small 1)
  --data <folder>     keep the filled databases there, and use them again next time
  --keep              keep them in the temporary folder that is used otherwise
  --out <folder>      where the results go (default bench/results)
  --guard             fails when an operation is worse than in the last version, whose figures are in bench/figures.json
  --record <version> <file>…   no run: adds the medians of these results to bench/figures.json
  --worst             instead, what the most expensive requests of each operation cost; it fails when one takes too much
  --streams           instead, how many bookings the service takes without and with 100 open streams of events
  --webhooks          instead, how long after a booking the webhooks hear of it, while one of them is dead
    --receivers <n>   how many webhooks (default 50)
    --rate <n>        how many bookings a second (default 100)
    --worker          a worker process of its own sends them, instead of the service
    --mixed           each webhook hears one of ten kinds of events, instead of every booking
  --wal               instead, what a booking writes to the log and to the tables of PostgreSQL, and how fast events are numbered
  --upgrade           instead, what each migration from the claims on takes over a million appointments
  --memory            instead, how much memory the service takes when idle and after 50,000 mixed requests
  --start             instead, how fast a fresh process is in its first half minute, and after it
  --beside            instead, how long short reads wait while summaries of all appointments run
  --profile           instead, what the processor time of the service goes into, for each operation
  --reassign          instead, how long 500 appointments take that go to others, and whether bookings wait meanwhile
  --imports           instead, what a row costs in each import, dry and real; with --guard it fails when dry runs or many rows cost too much
  --against <folder>  instead, what a request costs as a multiple of what it costs with the build of another checkout
  --compare <a> <b>   no run: how much slower each operation is in the results b than in the results a

Operations: ${allOperations(0)
  .map(({ name }) => name)
  .join(' ')}
`;

export interface Options {
  /** Numbers of appointments: one database for each. */
  readonly sizes: readonly number[];
  /** Names of operations; empty: all. */
  readonly only: readonly string[];
  readonly seconds: number;
  readonly rounds: number;
  readonly data: string | undefined;
  readonly keep: boolean;
  readonly out: string;
  /** What is measured instead of the load. */
  readonly mode: Mode | undefined;
  /** Webhooks. */
  readonly receivers: number;
  /** Bookings a second. */
  readonly rate: number;
  /** A worker process of its own. */
  readonly worker: boolean;
  /** Webhooks that hear different events. */
  readonly mixed: boolean;
  /** Compares with the figures of the last version. */
  readonly guard: boolean;
  readonly record: { readonly version: string; readonly files: readonly string[] } | undefined;
  readonly compare: readonly [string, string] | undefined;
  /** The other checkout. */
  readonly against: string | undefined;
  readonly help: boolean;
}

const FLAG = { type: 'boolean', default: false } as const;

/** Other measurements than the load. */
const MODE_OPTIONS = {
  ...{ worst: FLAG, streams: FLAG, webhooks: FLAG, wal: FLAG, upgrade: FLAG },
  ...{ memory: FLAG, start: FLAG, beside: FLAG, profile: FLAG, reassign: FLAG, imports: FLAG },
};

export type Mode = keyof typeof MODE_OPTIONS | 'against';

// Object.keys returns texts for every object.
const MODES = ['against', ...Object.keys(MODE_OPTIONS)] as Mode[];

/** These measure the full data, unless an option selects the small data. */
const FULL_MODES: readonly Mode[] = ['upgrade', 'beside', 'imports'];

/** @throws Error for unknown or contradictory options */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      small: FLAG,
      only: { type: 'string', default: '' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      data: { type: 'string' },
      keep: FLAG,
      out: { type: 'string', default: join(ROOT, 'bench/results') },
      ...MODE_OPTIONS,
      receivers: { type: 'string', default: '50' },
      rate: { type: 'string', default: '100' },
      worker: FLAG,
      mixed: FLAG,
      guard: FLAG,
      record: { type: 'string' },
      compare: FLAG,
      against: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [before, after, ...rest] = positionals;
  const isPair = before !== undefined && after !== undefined && rest.length === 0;
  if (values.compare && !isPair) throw new Error('--compare takes two files with results');
  if (values.record !== undefined && before === undefined)
    throw new Error('--record takes a version and files with results');
  if (!values.compare && values.record === undefined && before !== undefined)
    throw new Error('only --compare and --record take files');
  const [mode, ...others] = MODES.filter((each) => Boolean(values[each]));
  if (others.length > 0) throw new Error(`--${mode} and --${others.join(', --')} measure different things`);
  const isSmall = values.small || (mode !== undefined && !FULL_MODES.includes(mode));
  return {
    sizes: isSmall ? [SMALL] : [SMALL, FULL],
    only: knownNames(values.only),
    seconds: number('--seconds', values.seconds ?? (values.small ? '1' : '4')),
    rounds: Math.ceil(number('--rounds', values.rounds ?? (values.small ? '1' : '3'))),
    ...{ data: values.data, keep: values.keep, out: values.out, help: values.help },
    ...{ mode, worker: values.worker, mixed: values.mixed },
    receivers: Math.ceil(number('--receivers', values.receivers)),
    rate: number('--rate', values.rate),
    guard: values.guard,
    record: values.record === undefined ? undefined : { version: values.record, files: positionals },
    compare: values.compare && isPair ? [before, after] : undefined,
    against: values.against,
  };
}

function knownNames(text: string): readonly string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  const known = allOperations(0).map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`no such operation: ${unknown.join(', ')}; there are ${known.join(', ')}`);
  return names;
}

function number(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 600)) throw new Error(`${option} takes a number above 0, up to 600`);
  return value;
}
