import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { grouped } from '../../../src/platform/values/grouped';
import { sumOf } from '../frame/command';
import type { Alone, PairResult } from './pair';

const PAGE = join(__dirname, '../../../docs/contributing/orders.md');

const REFUSED = 'orders in which a request was refused, or asked to retry, without an effect';
const PAIR = ['first', 'second', 'orders', 'either', 'as 1, 2', 'as 2, 1', 'refused', 'fault', 'waited'];

/** How a run was made. */
interface RunOfPage {
  readonly seed: number;
  readonly more: number;
  /** All pairs, tried or not. */
  readonly pairs: readonly (readonly string[])[];
}

/** Writes docs/contributing/orders.md. */
export async function writePage(
  results: readonly PairResult[],
  alone: readonly Alone[],
  run: RunOfPage,
): Promise<void> {
  const places = new Map(alone.map(({ request }, nth) => [request.name, nth]));
  const place = ({ names }: PairResult) =>
    names.reduce((sum, name) => sum * 1000 + (places.get(name) ?? 0), 0);
  const sorted = results.toSorted((a, b) => place(a) - place(b));
  const numbers = {
    requests: alone.length,
    'pairs that touch a common table': run.pairs.length,
    'pairs tried': results.length,
    'orders tried': sumOf(results, ({ orders }) => orders),
    'orders in which a statement waited for a lock': sumOf(results, ({ waited }) => waited),
    [REFUSED]: sumOf(results, ({ refused }) => refused),
    'orders that no serial order explains': sumOf(results, ({ faults }) => faults.length),
  };
  const requests = alone.map(({ request, texts, writes }) => [
    ...[request.name, texts.length, [...writes].join(', ')],
  ]);
  const pairs = sorted.map(({ names, orders, isSame, as: [one, two], refused, faults, waited }) => [
    ...names,
    ...[orders, isSame ? one : 0, isSame ? 0 : one, two, refused, faults.length, waited],
  ]);
  const lines = [
    '# All orders of two writes: the matrix\n',
    `Written by \`npm run prove:orders -- --page --seed ${run.seed} --more ${run.more}\`; [proofs.md](proofs.md) says what is held.\n`,
    ...table(['', 'number'], Object.entries(numbers)),
    '\n## The requests\n',
    'Each stands for its operation; what is behind a colon is special. The tables are those that it wrote when it was sent alone.\n',
    ...table(['request', 'statements', 'tables'], requests),
    '\n## The pairs\n',
    '`as 1, 2`: in how many orders state and answers were those of the first before the second; `as 2, 1`: the reverse;',
    '`either`: both serial orders are the same.\n',
    ...table(PAIR, pairs),
    ...notTried(results, run.pairs),
  ];
  const options = { ...(await resolveConfig(PAGE)), filepath: PAGE };
  writeFileSync(PAGE, await format(lines.join('\n'), options));
}

/** The pairs that a run that was stopped has left out, by their first request. */
function notTried(results: readonly PairResult[], pairs: RunOfPage['pairs']): readonly string[] {
  const tried = new Set(results.map(({ names }) => names.join()));
  const left = pairs.filter((names) => !tried.has(names.join()));
  if (left.length === 0) return [];
  const lines = [...grouped(left, ([first = '']) => first)].map(
    ([first, others]) => `- ${first}: with ${others.map(([, second]) => second).join('; ')}`,
  );
  const told = 'The run was stopped before their turn, by chance.\n';
  return ['\n## Pairs that were not tried\n', told, ...lines.sort()];
}

function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)];
}
