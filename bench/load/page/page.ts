import { FLOOR_LIMITS } from '../report/goals';
import type { DatasetReport, Report } from '../report/report';
import { median } from '../report/statistics';
import { figure } from '../report/table';
import { goalsSection } from './goals-section';
import { escaped } from './marks';
import { costSection, floorSection, latencySection, tableSection } from './operation-sections';
import { STYLE } from './style';

/** A report as one self-contained HTML page. */
export function page(report: Report): string {
  const largest = report.datasets.at(-1);
  const sections = largest === undefined ? [] : sectionsOf(report, largest);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Load benchmark, ${escaped(report.at.slice(0, 10))}</title>
<style>${STYLE}</style>
</head>
<body><main>
<h1>Load benchmark</h1>
<p>${escaped(circumstances(report))}</p>
${sections.join('\n')}
</main></body>
</html>
`;
}

function sectionsOf(report: Report, largest: DatasetReport): readonly string[] {
  return [
    tiles(report, largest),
    goalsSection(report.goals),
    floorSection(largest, FLOOR_LIMITS),
    latencySection(largest),
    costSection(largest),
    ...report.datasets.toReversed().map(tableSection),
  ];
}

function circumstances({ at, machine, settings }: Report): string {
  const { processor, cores, memoryGb, node, postgres, loadBefore } = machine;
  return [
    `${at.slice(0, 16).replace('T', ' ')} UTC`,
    `${cores} cores of ${processor}, ${memoryGb} GB`,
    `Node ${node.slice(1)}`,
    postgres,
    `${settings.rounds} × ${settings.seconds} s with ${settings.connections} connections`,
    `load average before: ${loadBefore.toFixed(1)}`,
  ].join(' · ');
}

function tiles({ goals }: Report, largest: DatasetReport): string {
  const judged = goals.filter(({ isMet }) => isMet !== undefined);
  const find = (name: string) => largest.operations.find((operation) => operation.name === name);
  const entries: readonly (readonly [string, string])[] = [
    [`${judged.filter(({ isMet }) => isMet).length} of ${judged.length}`, 'goals met'],
    [largest.appointments.toLocaleString('en'), 'appointments'],
    [figure(find('get')?.service.requestsPerSecond), 'GET by id, a second'],
    [figure(find('book')?.service.requestsPerSecond), 'bookings a second'],
    [`${(median(largest.startUp) / 1000).toFixed(2)} s`, 'to start'],
    [largest.idleMb === undefined ? '–' : `${Math.round(largest.idleMb)} MB`, 'when idle'],
  ];
  return `<div class="tiles">${entries
    .map(([value, name]) => `<div class="tile"><b>${value}</b><span>${name}</span></div>`)
    .join('')}</div>`;
}
