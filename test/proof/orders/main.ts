/** `npm run prove:orders`: see ../README.md. */
import { Dice } from '../../support/random-business/dice';
import { findPlanted, flag, optionsOf, print, prove, Results, sumOf, text, using } from '../frame/command';
import { writePage } from './page';
import { type Alone, measure, type Pair, type PairResult, touchOf, tryPair } from './pair';
import { type FaultOfPair, PLANTED } from './planted';
import type { Stage } from './stage';

const OWN = { page: flag, reads: flag, pair: text, more: text, seconds: text, out: text };
const { short, page, reads, planted, out, ...options } = optionsOf(OWN);
/** How many orders of a pair are tried beyond those with one switch. */
const MORE = { whole: 6, short: 2, planted: 50 };
/** No pair begins later after the start of the process in the short form, but for the first few: at most 80 s on a quiet machine. */
const SHORT_SECONDS = 60;
const FEWEST = 5;

const seed = Number(options.seed ?? 1);
const more = Number(options.more ?? (short === true ? MORE.short : MORE.whole));
const seconds = Number(options.seconds ?? (short === true ? SHORT_SECONDS : Infinity));
const kept = new Results('orders', out);

/** The pairs in the order in which they are tried; those of `names`, if it is there. */
function pairsOf(alone: readonly Alone[], names?: readonly string[]): readonly Pair[] {
  const pairs = alone.flatMap((a, nth) => alone.slice(nth).map((b) => [a, b] as const));
  const wanted = names && [...names, ...names].slice(0, 2).sort().join();
  if (wanted !== undefined) return pairs.filter((pair) => namesOf(pair).toSorted().join() === wanted);
  const touch = reads === true ? 'reads' : 'writes';
  const touching = pairs.filter(([a, b]) => touchOf(a, b) === touch);
  return new Dice(seed).shuffled(touching);
}

function namesOf(pair: Pair): readonly string[] {
  return pair.map(({ request }) => request.name);
}

async function measured(stage: Stage): Promise<readonly Alone[]> {
  const alone: Alone[] = [];
  for (const request of stage.requests) alone.push(await measure(stage, request));
  return alone;
}

async function proveAll(stage: Stage): Promise<boolean> {
  const alone = await measured(stage);
  const pairs = pairsOf(alone, options.pair?.split(','));
  print(`${alone.length} requests, ${pairs.length} pairs, seed ${seed}`);
  const results: PairResult[] = [];
  for (const pair of pairs) {
    const isLate = performance.now() > seconds * 1000 && results.length >= FEWEST;
    const name = `${namesOf(pair).join()}-${seed}-${more}.json`;
    const known = kept.known(name) as PairResult | undefined;
    if (known === undefined && isLate) continue;
    const result = known ?? kept.keep(name, await tried(stage, pair));
    results.push(result);
    if (result.faults.length > 0) report(pair, result.faults);
  }
  if (page === true) await writePage(results, alone, { seed, more, pairs: pairs.map(namesOf) });
  const faults = sumOf(results, (each) => each.faults.length);
  const [orders, waited] = [sumOf(results, (each) => each.orders), sumOf(results, (each) => each.waited)];
  print(`${orders} orders of ${results.length} pairs, ${waited} with a wait, ${faults} faults`);
  return faults === 0 && results.length > 0;
}

function tried(stage: Stage, pair: Pair): Promise<PairResult> {
  return tryPair(stage, pair, seed, more).catch((error: unknown) => {
    // The two may still be at work, so nothing else can be tried.
    report(pair, [String(error)]);
    throw error;
  });
}

function report(pair: Pair, faults: readonly string[]): void {
  const names = namesOf(pair);
  print(...faults.map((fault) => `FAULT ${names.join(' and ')}, ${fault}`));
  print(`  repeat: npm run prove:orders -- --pair '${names.join()}' --seed ${seed} --more ${more}`);
}

/** @returns how many orders show a planted fault */
async function find(stage: Stage, { pair: names, sql }: FaultOfPair): Promise<string | undefined> {
  if (sql !== undefined) await stage.change(sql);
  const [pair] = pairsOf(await measured(stage), names);
  if (pair === undefined) return undefined;
  const { faults, orders } = await tryPair(stage, pair, seed, MORE.planted);
  kept.keep(`${names.join()}.txt`, faults.join('\n'));
  return faults.length === 0 ? undefined : `${names.join(' and ')} | ${faults.length} of ${orders} orders`;
}

/** Loads the service, with the planted fault if there is one. */
async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const { Stage } = await import('./stage.js');
  return using(await Stage.open(), work);
}

prove(() =>
  planted === undefined
    ? onStage(proveAll)
    : findPlanted(PLANTED, planted, (fault) => onStage((stage) => find(stage, fault))),
);
