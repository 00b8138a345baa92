/** `npm run prove:history`: see ../README.md. */
import { readFileSync } from 'node:fs';
import { query } from '../../support/database/query';
import { Dice } from '../../support/random-business/dice';
import { findPlanted, flag, optionsOf, print, prove, Results, sumOf, text, using } from '../frame/command';
import { Search } from './checker';
import { openCluster } from './cluster';
import { PLANTED } from './planted';
import type { Recorded } from './record';
import { run, type RunOptions } from './run';
import { Pair } from './stage';
import { historiesOf } from './steps';
import { faultsOfTelling } from './told';

const OWN = { cluster: flag, seeds: text, seconds: text, out: text, judge: text };
const { short, cluster, planted, seed, seeds, seconds, out, judge: record } = optionsOf(OWN);
const SIZES = {
  whole: { calls: 4_500, faults: 4 },
  short: { calls: 1_500, faults: 2 },
  planted: { calls: 1_500, faults: 0 },
};
const SEEDS = 50;
const PLANTED_SEEDS = 10;
/** No seed begins later in the short form, so that it takes less than two minutes. */
const SHORT_SECONDS = 60;
/** How many steps are shown of an order that goes no further. */
const SHOWN = 12;

const COMMAND = `npm run prove:history --${short === true ? ' --short' : ''}${cluster === true ? ' --cluster' : ''}`;
const kept = new Results('history', out);

interface Result {
  readonly line: string;
  readonly calls: number;
  readonly faults: readonly string[];
}

/** Judges a run. */
function judge(recorded: Recorded): Result {
  const faults = faultsOfTelling(recorded);
  let looked = 0;
  for (const [name, { initial, steps }] of historiesOf(recorded)) {
    const { isExplained, looked: points, order, state, next } = new Search(steps).run(initial);
    looked += points;
    if (isExplained === true) continue;
    const what = isExplained === false ? 'no order explains the answers' : 'the search was given up';
    const not = next.map((step) => `and then not ${step}`);
    faults.push([`${name}: ${what}`, ...order.slice(-SHOWN), `leaves ${state.key}`, ...not].join('\n    '));
  }
  const { seed: of, clocks, calls } = recorded;
  const unanswered = calls.filter(({ status }) => status === 0 || status === 503).length;
  const what = recorded.faults.length === 0 ? 'no faults' : recorded.faults.join(', ');
  const line = `seed ${of}: ${calls.length} calls, ${unanswered} unanswered, ${looked} points; clocks ${clocks.join()}; ${what}`;
  return { line, calls: calls.length, faults };
}

/** Runs a seed; the clock of the second instance is right, or 2 s off. */
async function tried(sized: RunOptions, sql?: string): Promise<Result> {
  const dice = new Dice(sized.seed);
  const stage = cluster === true ? openCluster(dice) : Pair.open(dice, dice.pick([0, 2_000, -2_000]));
  return using(await stage, async (opened) => {
    if (sql !== undefined) await query(opened.databaseUrl, sql);
    const recorded = await run(opened, sized);
    const result = judge(recorded);
    if (result.faults.length > 0) kept.keep(`seed-${sized.seed}.json`, recorded);
    return result;
  });
}

async function proveSeeds(): Promise<boolean> {
  const size = short === true ? SIZES.short : SIZES.whole;
  const [first, count] = seed === undefined ? [1, Number(seeds ?? SEEDS)] : [Number(seed), 1];
  const limit = Number(seconds ?? (short === true ? SHORT_SECONDS : Infinity));
  const results: Result[] = [];
  for (let each = first; each < first + count && performance.now() < limit * 1000; each++) {
    const name = `result-${each}.json`;
    const known = kept.known(name) as Result | undefined;
    const result = known ?? kept.keep(name, await tried({ seed: each, ...size }));
    results.push(result);
    print(result.line, ...result.faults.map((fault) => `  FAULT ${fault}`));
    if (result.faults.length > 0)
      print(`  repeat: ${COMMAND} --seed ${each}; record: ${kept.folder}/seed-${each}.json`);
  }
  const calls = sumOf(results, (each) => each.calls);
  const faults = sumOf(results, (each) => each.faults.length);
  print(`${calls} calls over ${results.length} seeds, ${faults} faults`);
  return faults === 0;
}

/** @returns the seed at which a planted fault is found, and what */
async function find(name: string, sql?: string): Promise<string | undefined> {
  for (let each = 1; each <= PLANTED_SEEDS; each++) {
    const { faults } = await tried({ seed: each, ...SIZES.planted }, sql);
    kept.keep(`${name}-${each}.txt`, faults.join('\n'));
    const [first] = faults;
    if (first !== undefined) return `${each} | ${first.split('\n')[0]}`;
  }
  return undefined;
}

prove(async () => {
  if (planted !== undefined) return findPlanted(PLANTED, planted, ({ sql }) => find(planted, sql));
  if (record === undefined) return proveSeeds();
  const { line, faults } = judge(JSON.parse(readFileSync(record, 'utf8')) as Recorded);
  print(line, ...faults);
  return faults.length === 0;
});
