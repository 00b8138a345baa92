import type { DatasetReport, OperationReport } from '../report/report';
import { figure } from '../report/table';
import { axis, bar, escaped, legend, row, section, tick } from './marks';

/** Time per request of the operations with a floor of their own, as a multiple of that floor. */
export function floorSection(
  { operations }: DatasetReport,
  limits: Readonly<Record<string, number>>,
): string {
  const compared = operations.filter(({ floor }) => floor !== undefined);
  if (compared.length === 0) return '';
  const longest = Math.max(6, ...compared.map(({ ratio = 0 }) => ratio * 1.05));
  const at = (times: number) => (times / longest) * 100;
  return section(
    'Against the floor',
    'Time per request, in times of a bare node:http server that does the same read on the same database with one prepared statement.',
    legend({ ours: 'the service', floor: 'the floor', tick: 'limit' }),
    ...compared.map(({ name, title, ratio = 0, service, floor }) => {
      const limit = limits[name];
      const marks = [bar('back', 0, 100), bar('ours', 0, at(ratio)), bar('floor', 0, at(1))];
      if (limit !== undefined) marks.push(tick('goal', at(limit)));
      const rates = `${figure(service.requestsPerSecond)} : ${figure(floor?.requestsPerSecond)} /s`;
      return row(escaped(title), marks, `<b>${figure(ratio)} ×</b> <small>${rates}</small>`);
    }),
  );
}

/** The axis runs from 0.3 ms to 10 s. */
const DECADES = [0.3, 1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000];

export function latencySection({ operations }: DatasetReport): string {
  const [first = 0, last = 0] = [DECADES[0], DECADES.at(-1)].map((ms) => Math.log(ms ?? 1));
  const at = (ms: number) => ((Math.log(ms) - first) / (last - first)) * 100;
  return section(
    'How long a request takes',
    'Each connection asks all the time, and the machine that asks also runs the service and the database. The scale is logarithmic.',
    legend({ ours: 'from the median to the 99th percentile', faint: 'below the median' }),
    ...operations.map(({ title, service: { p50, p99 } }) =>
      row(
        escaped(title),
        [
          bar('back', 0, 100),
          ...DECADES.map((ms) => tick('grid', at(ms))),
          bar('faint', 0, at(p50)),
          bar('ours', at(p50), at(p99)),
        ],
        `<b>${figure(p50)}</b> <small>to ${figure(p99)} ms</small>`,
      ),
    ),
    axis(DECADES.map((ms) => (ms >= 1_000 ? `${ms / 1_000} s` : `${ms} ms`))),
  );
}

export function costSection({ operations }: DatasetReport): string {
  const most = Math.max(...operations.map(({ service }) => service.roundTrips));
  return section(
    'Round trips to the database',
    'Statements for each request, transactions’ begin and commit among them; beside them the time that they ran, and waited for locks, in the database.',
    ...operations.map(({ title, service: { roundTrips, databaseMs } }) =>
      row(
        escaped(title),
        [bar('back', 0, 100), bar('ours', 0, (roundTrips / most) * 100)],
        `<b>${figure(roundTrips)}</b> <small>${figure(databaseMs)} ms</small>`,
      ),
    ),
  );
}

export function tableSection({ appointments, operations, anchor, fillSeconds }: DatasetReport): string {
  const head = [
    '',
    'req/s',
    'p50 ms',
    'p99 ms',
    '× floor',
    'db ms',
    'plan ms',
    'trips',
    'cpu ms',
    'requests',
  ];
  const filled = fillSeconds === undefined ? 'filled before' : `filled in ${fillSeconds} s`;
  return section(
    `All figures, ${appointments.toLocaleString('en')} appointments`,
    `Around ${anchor}; ${filled}. Medians over the rounds; db, trips and cpu (of the service’s process) are per request.`,
    `<div class="scroll"><table><thead><tr>${head.map((name) => `<th>${name}</th>`).join('')}</tr></thead>
    <tbody>${operations.map(tableRow).join('')}</tbody></table></div>`,
  );
}

function tableRow({ title, service, ratio, wrong }: OperationReport): string {
  const { requestsPerSecond, p50, p99, databaseMs, planningMs, roundTrips, processorMs, requests } = service;
  const figures = [requestsPerSecond, p50, p99, ratio, databaseMs, planningMs, roundTrips, processorMs].map(
    figure,
  );
  const label =
    wrong.length === 0 ? escaped(title) : `<span class="bad">${escaped(title)}: wrong answers</span>`;
  const cells = [label, ...figures, requests.toLocaleString('en')];
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}
