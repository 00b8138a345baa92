import type { DatasetReport, Judgement, OperationReport } from './report';

/** A report as plain text for a terminal. */
export function operationsTable({ appointments, operations, startUp, idleMb }: DatasetReport): string {
  const head = [
    '',
    'req/s',
    'p50 ms',
    'p99 ms',
    'floor req/s',
    '× floor',
    'db ms',
    'plan ms',
    'trips',
    'planned',
    'cpu ms',
  ];
  const starts = startUp.map((ms) => (ms / 1000).toFixed(2)).join(', ');
  const idle = idleMb === undefined ? '' : `, ${Math.round(idleMb)} MB when idle`;
  return [
    `\n${appointments.toLocaleString('en')} appointments: ready after ${starts} s${idle}\n`,
    aligned([head, ...operations.map(operationRow)]),
  ].join('\n');
}

/** The goals that the run has measured. */
export function goalsTable(goals: readonly Judgement[]): string {
  const judged = goals.filter(({ isMet }) => isMet !== undefined);
  const rows = judged.map(({ goal, limit, unit, isAtLeast, measured, isMet }) => [
    `${isMet ? '✓' : '✗'} ${goal}`,
    `${figure(measured)} ${unit}`,
    `${isAtLeast ? '≥' : '≤'} ${limit} ${unit}`,
  ]);
  const met = judged.filter(({ isMet }) => isMet).length;
  const title = `${met} of ${judged.length} goals met`;
  return `\n${aligned([[title, 'measured', 'asked for'], ...rows])}`;
}

/** Three significant digits. */
export function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '–';
  if (value >= 1_000) return Math.round(value).toLocaleString('en');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Aligns the first column to the left, the others to the right. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? '').length)),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

function operationRow({ title, service, floor, ratio, wrong }: OperationReport): readonly string[] {
  const { requestsPerSecond, p50, p99, databaseMs, planningMs, roundTrips, planned, processorMs } = service;
  return [
    wrong.length === 0 ? title : `WRONG ${title}`,
    ...[
      requestsPerSecond,
      p50,
      p99,
      floor?.requestsPerSecond,
      ratio,
      databaseMs,
      planningMs,
      roundTrips,
      planned,
      processorMs,
    ].map(figure),
  ];
}
