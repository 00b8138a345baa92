import type { DatasetReport, OperationReport } from '../report/report';
import { aligned, figure } from '../report/table';
import { type OperationFigures, ratioOf, type VersionFigures } from './figures';

/** By how much a figure may exceed the committed one: by a factor, and by an amount. bench/README.md says how they were chosen. */
export const NOISE = {
  ratio: { factor: 2, amount: 0.5 },
  trips: { factor: 1.25, amount: 0.25 },
  planned: { factor: 1.5, amount: 0.5 },
} as const;

type Figure = keyof typeof NOISE;

/** A figure of an operation that is worse than noise explains. */
export interface Regression {
  readonly name: string;
  readonly title: string;
  readonly figure: Figure;
  readonly committed: number;
  readonly limit: number;
  readonly measured: number;
}

/** The figures of a run that are beyond the noise of the committed ones. An operation without committed figures has none. */
export function regressionsOf(
  { operations }: DatasetReport,
  committed: VersionFigures,
): readonly Regression[] {
  return operations.flatMap((operation) => {
    const before = committed.operations[operation.name];
    return before === undefined ? [] : regressionsOfOne(operation, before);
  });
}

function regressionsOfOne(operation: OperationReport, before: OperationFigures): Regression[] {
  const now = {
    ratio: ratioOf(operation),
    trips: operation.service.roundTrips,
    planned: operation.service.planned,
  };
  const { name, title } = operation;
  return (Object.keys(NOISE) as Figure[]).flatMap((each) => {
    const [known, measured] = [before[each], now[each]];
    if (known === undefined || measured === undefined) return [];
    const limit = known * NOISE[each].factor + NOISE[each].amount;
    return measured <= limit ? [] : [{ name, title, figure: each, committed: known, limit, measured }];
  });
}

export function regressionsTable(version: string, regressions: readonly Regression[]): string {
  const head = [`Worse than ${version}`, '', 'committed', 'limit', 'measured'];
  return aligned([
    head,
    ...regressions.map((each) => [
      each.title,
      each.figure,
      ...[each.committed, each.limit, each.measured].map(figure),
    ]),
  ]);
}
