import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../places';
import type { DatasetReport, OperationReport, Report } from '../report/report';
import { median } from '../report/statistics';

/** The figures of each version, committed. `npm run bench -- --record` adds them, and `npm run generate` draws them. */
const FILE = join(ROOT, 'bench/figures.json');

/** What a request costs, in figures that depend little on the machine. */
export interface OperationFigures {
  readonly title: string;
  /** Time as a multiple of that of its own floor, which was measured right after it. */
  readonly ratio?: number | undefined;
  /** Statements for each request. */
  readonly trips?: number | undefined;
  /** Statements that PostgreSQL planned for each request. */
  readonly planned?: number | undefined;
}

/** The figures of one version on data sets of one size: medians of some runs. */
export interface VersionFigures {
  readonly version: string;
  readonly appointments: number;
  readonly runs: number;
  /** Whether later versions are compared with it for good: many small losses, each within the noise, add up. */
  readonly isBase?: true;
  readonly operations: Readonly<Record<string, OperationFigures>>;
}

/** The oldest version first. */
export function readFigures(): readonly VersionFigures[] {
  return JSON.parse(readFileSync(FILE, 'utf8')) as VersionFigures[];
}

/** The figures with which a run on data sets of a size is compared: those of the base, and of the last version. */
export function comparedFigures(appointments: number): readonly VersionFigures[] {
  const all = readFigures().filter((each) => each.appointments === appointments);
  return all.filter((each) => each.isBase === true || each === all.at(-1));
}

/** Adds a version, measured in one or more runs; figures of the same version and size are replaced. */
export function recordFigures(version: string, files: readonly string[]): readonly VersionFigures[] {
  const datasets = files.flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as Report).datasets);
  const sizes = [...new Set(datasets.map(({ appointments }) => appointments))];
  const added = sizes.map((appointments) =>
    figuresOf(
      version,
      datasets.filter((each) => each.appointments === appointments),
    ),
  );
  const others = readFigures().filter(
    (each) => each.version !== version || !sizes.includes(each.appointments),
  );
  writeFileSync(FILE, `${JSON.stringify([...others, ...added], null, 2)}\n`);
  return added;
}

/** @param datasets of one size, one for each run */
function figuresOf(version: string, datasets: readonly DatasetReport[]): VersionFigures {
  const names = [
    ...new Set(datasets.flatMap(({ operations }) => operations.map((operation) => operation.name))),
  ];
  const operations = names.map((name) => {
    const measured = datasets.flatMap(({ operations: all }) => all.filter((each) => each.name === name));
    return [name, mediansOf(measured)] as const;
  });
  return {
    version,
    appointments: datasets[0]?.appointments ?? 0,
    runs: datasets.length,
    operations: Object.fromEntries(operations),
  };
}

function mediansOf(measured: readonly OperationReport[]): OperationFigures {
  const ratios = measured.flatMap((operation) => ratioOf(operation) ?? []);
  return {
    title: measured[0]?.title ?? '',
    ...(ratios.length > 0 && { ratio: rounded(median(ratios)) }),
    trips: rounded(median(measured.map(({ service }) => service.roundTrips))),
    planned: rounded(median(measured.map(({ service }) => service.planned))),
  };
}

/** The floor of another operation was measured at another moment: on a busy machine that ratio says little. */
export function ratioOf({ floor, ratio }: OperationReport): number | undefined {
  return floor === undefined ? undefined : ratio;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
