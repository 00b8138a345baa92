/**
 * Prints what the engine costs, and what the same slots cost with the usual date libraries. `--only` names the groups to measure:
 * the libraries take a minute or more. See README.md.
 */
import { cpus } from 'node:os';
import { deepStrictEqual } from 'node:assert';
import { parseArgs } from 'node:util';
import { firstSlots, slotsOfAny, slotsOn, verdict } from '../../src/booking/engine';
import { FIRST_DATE, NOW, SERVICE, crowdedMonth, slotsOf } from './crowded-month';
import { LIBRARIES } from './libraries';
import { sharedMonth, sharedSlots } from './shared-month';
import { visitMonth, visitsOf } from './visit-month';

const PROVIDERS = 88;
const FREE_SLOTS = 2_160;
const ROUNDS = 15;
const WARM_UPS = 5;

interface Timing {
  readonly median: number;
  readonly fastest: number;
}

/** Each entry's times in ms, taken in turns so that a busy moment of the machine hits all alike. */
function measure(tasks: Readonly<Record<string, () => unknown>>): readonly (readonly [string, Timing])[] {
  const entries = Object.entries(tasks).map(([name, task]) => ({ name, task, times: [] as number[] }));
  for (let round = -WARM_UPS; round < ROUNDS; round++) {
    for (const { task, times } of entries) {
      const start = process.hrtime.bigint();
      task();
      const elapsed = Number(process.hrtime.bigint() - start) / 1e6;
      if (round >= 0) times.push(elapsed);
    }
  }
  return entries.map(({ name, times }) => [name, timingOf(times.toSorted((a, b) => a - b))]);
}

function timingOf(sorted: readonly number[]): Timing {
  return { median: sorted[Math.floor(sorted.length / 2)] ?? NaN, fastest: sorted[0] ?? NaN };
}

function print(title: string, unit: string, timings: readonly (readonly [string, Timing])[]): void {
  const [, first] = timings[0] ?? [];
  console.log(`\n${title.padEnd(50)} ${'median'.padStart(9)} ${'fastest'.padStart(9)} ${unit}`);
  for (const [name, { median, fastest }] of timings) {
    const ratio = `${(median / (first?.median ?? NaN)).toFixed(1)} ×`;
    console.log(
      `${name.padEnd(50)} ${median.toFixed(2).padStart(9)} ${fastest.toFixed(2).padStart(9)} ${ratio.padStart(9)}`,
    );
  }
}

function thousandTimes(task: () => unknown): () => void {
  return () => {
    for (let i = 0; i < 1_000; i++) task();
  };
}

const month = crowdedMonth(PROVIDERS, FREE_SLOTS);
const expected = month.map(slotsOf);
if (expected.flat().length !== FREE_SLOTS)
  throw new Error(`${expected.flat().length} slots instead of ${FREE_SLOTS}`);

function printMonth(): void {
  const shared = sharedMonth(PROVIDERS, FREE_SLOTS);
  const sharedCount = sharedSlots(shared).flat().length;
  const timings = measure({
    engine: () => month.map(slotsOf),
    'engine, merged over providers': () =>
      slotsOfAny(
        month.map((calendar) => ({
          providerId: calendar.providerId,
          slots: slotsOf(calendar),
          minutesOn: () => 0,
        })),
      ),
    [`engine, with resources and sessions (${sharedCount} slots)`]: () => sharedSlots(shared),
  });
  print(`${PROVIDERS} providers, a month, ${FREE_SLOTS} slots`, 'ms', timings);
}

function printLibraries(): void {
  for (const slotsWith of Object.values(LIBRARIES)) deepStrictEqual(month.map(slotsWith), expected);
  const ofLibraries = Object.entries(LIBRARIES).map(
    ([name, slots]) => [name, () => month.map(slots)] as const,
  );
  const timings = measure({ engine: () => month.map(slotsOf), ...Object.fromEntries(ofLibraries) });
  print('the same, in turns with date libraries', 'ms', timings);
}

function printVisits(): void {
  const visits = [
    { free: 0.3, maxGapMin: 0 },
    { free: 0.1, maxGapMin: 0 },
    { free: 0.05, maxGapMin: 0 },
    { free: 0.05, maxGapMin: 30 },
    { free: 0.03, maxGapMin: 240 },
  ].map(({ free, maxGapMin }) => {
    const request = visitMonth(20, free, maxGapMin);
    const { found, examined } = visitsOf(request, 10);
    const name = `${free * 100} % free, gaps of ${maxGapMin} min: ${found} visits, ${examined} units`;
    return [name, () => visitsOf(request, 10)] as const;
  });
  print('5 services in a row, any of 20 providers, 31 days', 'ms', measure(Object.fromEntries(visits)));
}

function printSingle(): void {
  const [one] = month;
  if (!one) throw new Error('no provider');
  const empty = { ...one, busy: [] };
  const timings = measure({
    'a day’s slots, one provider, all 16 free': thousandTimes(() => slotsOn(NOW, SERVICE, empty, FIRST_DATE)),
    'a day’s slots, one provider, month mostly booked': thousandTimes(() =>
      slotsOn(NOW, SERVICE, one, FIRST_DATE),
    ),
    'one verdict': thousandTimes(() =>
      verdict(NOW, SERVICE, empty, { start: { date: FIRST_DATE, timeMin: 600 } }),
    ),
    'the next 3 slots, month mostly booked': thousandTimes(() => firstSlots(NOW, SERVICE, one, NOW, 3)),
  });
  print('one at a time', 'µs', timings);
}

const GROUPS = { month: printMonth, libraries: printLibraries, visits: printVisits, single: printSingle };

const { values } = parseArgs({ options: { only: { type: 'string', default: Object.keys(GROUPS).join() } } });
const only = values.only.split(',');
const unknown = only.filter((name) => !Object.hasOwn(GROUPS, name));
if (unknown.length > 0)
  throw new Error(`no such group: ${unknown.join()}; there are ${Object.keys(GROUPS).join()}`);
console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${ROUNDS} rounds`);
for (const [name, printGroup] of Object.entries(GROUPS)) if (only.includes(name)) printGroup();
