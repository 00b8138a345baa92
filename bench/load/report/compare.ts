import { readFileSync } from 'node:fs';
import { timeRatio } from './goals';
import type { DatasetReport, Report } from './report';
import { aligned, figure } from './table';

/** Time of each operation in one file as a multiple of its time in another. The largest data set of each file counts. */
export function comparison(before: string, after: string): string {
  const [old, current] = [largestOf(before), largestOf(after)];
  const rows = current.operations.map((operation) => {
    const other = old.operations.find(({ name }) => name === operation.name);
    return [
      operation.title,
      ...[
        other?.service.requestsPerSecond,
        operation.service.requestsPerSecond,
        timeRatio(operation, other),
      ].map(figure),
      ...[other?.service.p99, operation.service.p99].map(figure),
    ];
  });
  const head = [
    '',
    ...[old, current].map(({ appointments }) => `req/s of ${appointments}`),
    'time ×',
    'p99 ms',
    'p99 ms',
  ];
  return aligned([head, ...rows]);
}

function largestOf(file: string): DatasetReport {
  const largest = (JSON.parse(readFileSync(file, 'utf8')) as Report).datasets.at(-1);
  if (largest === undefined) throw new Error(`${file} holds no results`);
  return largest;
}
