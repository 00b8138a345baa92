import { Dice } from '../../support/random-business/dice';
import type { PreparedRequest } from './requests';
import type { Outcome, Stage } from './stage';
import type { Order } from './turns';

/** What is written with every change, or counts what other tables have: two requests that share no other table are no pair. */
const LOGS = /^(pgboss\..*|public\.(audit_entries|idempotency_records|appointment_tallies))$/;
/** A statement that only reads, and takes no lock. */
const READS =
  /^\s*(select|with)\b(?![^]*\b(insert into|update|delete from|for (no key )?update|for (key )?share|advisory)\b)/i;
/** Refusals that the reference documents for requests that meet. A request that got one must have done nothing. */
const REFUSALS = [409, 412, 503];
/** How many turns an order of chance has at most, and how long each is at most. */
const CHANCE = { turns: 6, steps: 4 };
/** How much of a line is shown. */
const SHOWN = 160;

/** What a request does alone. */
export interface Alone {
  readonly request: PreparedRequest;
  readonly writes: ReadonlySet<string>;
  readonly texts: readonly string[];
  readonly key: string;
}

export type Pair = readonly [Alone, Alone];

export interface PairResult {
  readonly names: readonly [string, string];
  /** Different ones: the statements of the two followed each other in another order, or waited at another place. */
  readonly orders: number;
  /** Whether both serial orders have the same outcome. */
  readonly isSame: boolean;
  /** How many orders led to that of each serial one; the first has all when these are the same. */
  readonly as: readonly [number, number];
  readonly refused: number;
  /** In how many of them a statement waited for a lock. */
  readonly waited: number;
  readonly faults: readonly string[];
}

/** @throws Error when the request is refused */
export async function measure(stage: Stage, request: PreparedRequest): Promise<Alone> {
  const outcome = await stage.run([request], { first: 0, turns: [] });
  const [answer] = outcome.answers;
  if (answer === undefined || answer.status >= 300)
    throw new Error(`${request.name} answered ${answer?.status}: ${JSON.stringify(answer?.body)}`);
  const writes = outcome.written
    .filter((table) => !LOGS.test(table))
    .map((table) => table.replace('public.', ''));
  return { request, writes: new Set(writes), texts: outcome.texts[0] ?? [], key: outcome.key(0) };
}

/** Whether both write a table or each reads one that the other writes; `reads`: only one of them reads what the other writes. */
export function touchOf(a: Alone, b: Alone): 'writes' | 'reads' | undefined {
  const sees = ({ texts }: Alone, { writes }: Alone) =>
    texts.some((text) => [...writes].some((table) => mentions(text, table)));
  const seen = [sees(a, b), sees(b, a)];
  if ([...a.writes].some((table) => b.writes.has(table)) || !seen.includes(false)) return 'writes';
  return seen.includes(true) ? 'reads' : undefined;
}

/** Tries the serial orders of two requests, all with one switch, and `more` others. */
export async function tryPair(stage: Stage, pair: Pair, seed: number, more: number): Promise<PairResult> {
  const [a, b] = pair;
  const run = (order: Order) => stage.run([a.request, b.request], order);
  const serial = [await run({ first: 0, turns: [] }), await run({ first: 1, turns: [] })];
  const keys = serial.map((outcome) => outcome.key(0, 1));
  const tried = new Map<string, ReturnType<typeof judge>>();
  const note = (outcome: Outcome) => {
    if (!tried.has(outcome.trace)) tried.set(outcome.trace, judge(outcome, keys, pair));
  };
  serial.forEach(note);
  const switches = [switchesIn(a, b), switchesIn(b, a)] as const;
  for (const order of switchedOnce(switches)) note(await run(order));
  const enough = tried.size + more;
  for (const order of othersOf(switches, new Dice(seed), more))
    if (tried.size < enough) note(await run(order));
  const verdicts = [...tried.values()];
  const countOf = (kind: unknown) => verdicts.filter((verdict) => verdict === kind).length;
  return {
    names: [a.request.name, b.request.name],
    orders: tried.size,
    isSame: keys[0] === keys[1],
    as: [countOf(0), countOf(1)],
    refused: countOf('refused'),
    waited: [...tried.keys()].filter((trace) => /[ab]/.test(trace)).length,
    faults: [...tried].flatMap(([trace, verdict]) =>
      typeof verdict === 'object' ? [`${trace}: ${verdict.fault}`] : [],
    ),
  };
}

/** The serial order that an outcome is equal to, whether a request was refused and had no effect, or what is wrong. */
function judge(outcome: Outcome, keys: readonly string[], pair: Pair) {
  const statuses = outcome.answers.map((answer) => answer?.status ?? 0);
  if (statuses.includes(500)) return { fault: `answered ${statuses.join(' and ')}` };
  const key = outcome.key(0, 1);
  const nth = keys.indexOf(key);
  if (nth >= 0) return nth;
  const isRefused = (at: 0 | 1) =>
    REFUSALS.includes(statuses[at] ?? 0) && outcome.key(1 - at) === pair[1 - at]?.key;
  if (isRefused(0) || isRefused(1)) return 'refused';
  return { fault: differenceOf(key, keys) };
}

/** What an outcome has that the nearest serial one has not, and the reverse. */
function differenceOf(key: string, keys: readonly string[]): string {
  const without = (text: string, other: string) => {
    const lines = new Set(other.split('\n'));
    return text.split('\n').filter((line) => !lines.has(line));
  };
  const differences = keys.map((serial, nth) => {
    const [has, lacks] = [without(key, serial), without(serial, key)];
    const lines = [...shown('has', has, lacks), ...shown('lacks', lacks, has)];
    return [`nearest to ${'AB'.charAt(nth)} first, but`, ...lines];
  });
  return differences.sort((a, b) => a.length - b.length)[0]?.join('\n      ') ?? '';
}

/** Lines by what they begin with and the members that none of the others has, but for the names that stand for ids. */
function shown(verb: string, lines: readonly string[], others: readonly string[]): readonly string[] {
  const membersOf = (line: string) => line.replaceAll(/#[0-9a-f]{8}/g, '#').split(/, ?(?=")|\{/);
  const known = new Set(others.flatMap(membersOf));
  return lines.map((line) => {
    const [head = '', ...members] = membersOf(line);
    const own = members.filter((member) => !known.has(member));
    return `${verb} ${head}${own.join(', ')}`.slice(0, SHOWN);
  });
}

/** Where a switch can make a difference: in front of each statement that does not commute with all of the other request. */
function switchesIn({ texts }: Alone, { writes }: Alone): readonly number[] {
  const commutes = (text: string) => READS.test(text) && ![...writes].some((table) => mentions(text, table));
  return texts.flatMap((text, nth) => (nth === 0 || commutes(text) ? [] : [nth]));
}

const STARTS = [0, 1] as const;

/** Where each of the two can be switched. */
type Switches = readonly [readonly number[], readonly number[]];

function switchedOnce(switches: Switches): readonly Order[] {
  return STARTS.flatMap((first) => switches[first].map((turn) => ({ first, turns: [turn] })));
}

/** Those with two switches by chance, and then orders of chance, in case there are few of the former. */
function* othersOf(switches: Switches, dice: Dice, more: number): Generator<Order> {
  const twice = switchedOnce(switches).flatMap(({ first, turns }) =>
    switches[first === 0 ? 1 : 0].map((next) => ({ first, turns: [...turns, next] })),
  );
  yield* dice.shuffled(twice);
  const turns = () => Array.from({ length: CHANCE.turns }, () => dice.between(1, CHANCE.steps));
  for (let left = more; left > 0; left--) yield { first: dice.pick(STARTS), turns: turns() };
}

function mentions(text: string, table: string): boolean {
  return new RegExp(`\\b${table}\\b`).test(text);
}
