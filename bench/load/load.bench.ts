/** `npm run bench`: measures the service under load, over a database of its own. See bench/README.md. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { benchAgainst } from './against/against-bench';
import { comparison } from './report/compare';
import { benchBeside } from './beside/beside-bench';
import { type Dataset, openDataset } from './dataset';
import { benchImports } from './imports/imports-bench';
import { judge } from './report/goals';
import { comparedFigures, recordFigures, type VersionFigures } from './guard/figures';
import { type Regression, regressionsOf, regressionsTable } from './guard/guard';
import { measure } from './measure';
import { benchMemory } from './memory/memory-bench';
import { HELP, type Mode, type Options, parseOptions } from './options';
import { page } from './page/page';
import { benchProfile } from './profile/profile-bench';
import { Progress } from './progress';
import { benchReassign } from './reassign/reassign-bench';
import type { Machine, Report } from './report/report';
import { SETTINGS } from './service/environment';
import { COMMON_FLOOR } from './report/summary';
import { goalsTable, operationsTable } from './report/table';
import { benchStart } from './start/start-bench';
import { benchStreams } from './streams/streams-bench';
import { benchUpgrade } from './upgrade/upgrade-bench';
import { benchWal } from './wal/wal-bench';
import { benchWebhooks } from './webhooks/webhooks-bench';
import { benchWorstCases } from './worst/worst-bench';

const CONNECTIONS = 16;
/** How the guard measures a suspected regression again. */
const LONGER = { seconds: 3, rounds: 3 };

const BENCHES: Readonly<Record<Mode, (folder: string, options: Options) => Promise<void>>> = {
  worst: benchWorstCases,
  streams: benchStreams,
  webhooks: benchWebhooks,
  wal: benchWal,
  upgrade: benchUpgrade,
  memory: benchMemory,
  start: benchStart,
  beside: benchBeside,
  profile: benchProfile,
  reassign: benchReassign,
  imports: benchImports,
  against: benchAgainst,
};

async function main(): Promise<void> {
  const options = optionsOrUndefined(process.argv.slice(2));
  if (options === undefined) process.exitCode = 2;
  else if (options.help) process.stdout.write(HELP);
  else if (options.record !== undefined) record(options.record.version, options.record.files);
  else if (options.compare !== undefined) process.stdout.write(`${comparison(...options.compare)}\n`);
  else await bench(options);
}

function optionsOrUndefined(args: readonly string[]): Options | undefined {
  try {
    return parseOptions(args);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${HELP}`);
    return undefined;
  }
}

async function bench(options: Options): Promise<void> {
  const folder = options.data === undefined ? mkdtempSync(join(tmpdir(), 'bench-')) : resolve(options.data);
  // Exiting ends the service and the floor, too.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stderr.write(`\nStopped; the data are left in ${folder}\n`);
      process.exit(130);
    });
  }
  try {
    await (options.mode === undefined ? benchLoad : BENCHES[options.mode])(folder, options);
  } finally {
    if (options.data === undefined && !options.keep) rmSync(folder, { recursive: true, force: true });
    else process.stderr.write(`The data are in ${folder}\n`);
  }
}

/** `npm run generate` then renews the chart. */
function record(version: string, files: readonly string[]): void {
  for (const { appointments, runs, operations } of recordFigures(version, files))
    process.stdout.write(
      `${version}: ${Object.keys(operations).length} operations over ${appointments.toLocaleString('en')} appointments, medians of ${runs} runs\n`,
    );
}

async function benchLoad(folder: string, options: Options): Promise<void> {
  const report = await run(folder, options);
  publish(report, options.out);
  if (options.guard)
    for (const committed of comparedFigures(options.sizes[0] ?? 0))
      await guard(folder, options, report, committed);
  const wrong = report.datasets
    .flatMap(({ operations }) => operations)
    .filter((each) => each.wrong.length > 0);
  for (const { title, wrong: faults } of wrong)
    process.stderr.write(`WRONG ANSWERS, ${title}: ${faults.join('; ')}\n`);
  if (wrong.length > 0) process.exitCode = 1;
}

/** Measures what seems to be worse once more, alone and for longer: only what is worse both times is a regression. */
async function guard(
  folder: string,
  options: Options,
  report: Report,
  committed: VersionFigures,
): Promise<void> {
  const suspects = worseThan(committed, report);
  if (suspects.length === 0) {
    process.stdout.write(`\nNo operation is worse than in ${committed.version}\n`);
    return;
  }
  process.stdout.write(`\n${regressionsTable(committed.version, suspects)}\n\nOnce more, for longer\n`);
  const only = [COMMON_FLOOR, ...suspects.map(({ name }) => name)];
  const again = await run(folder, { ...options, only, ...LONGER });
  const confirmed = worseThan(committed, again).filter((found) =>
    suspects.some(({ name, figure }) => name === found.name && figure === found.figure),
  );
  if (confirmed.length === 0) process.stdout.write('\nNot worse: the first run was noise\n');
  else {
    process.stdout.write(`\n${regressionsTable(committed.version, confirmed)}\n`);
    process.exitCode = 1;
  }
}

function worseThan(committed: VersionFigures, { datasets }: Report): readonly Regression[] {
  return datasets
    .filter(({ appointments }) => appointments === committed.appointments)
    .flatMap((dataset) => regressionsOf(dataset, committed));
}

async function run(folder: string, { sizes, only, ...options }: Options): Promise<Report> {
  const progress = new Progress();
  const [loadBefore = 0] = loadavg();
  const settings = { connections: CONNECTIONS, seconds: options.seconds, rounds: options.rounds };
  const opened: Dataset[] = [];
  try {
    for (const size of sizes) {
      opened.push(await openDataset(join(folder, String(size)), size, options.rounds, only, progress));
    }
    const benches = opened.map(({ bench }) => bench);
    const scans = () => Promise.all(benches.map(({ statistics }) => statistics.sequentialScans()));
    const scansBefore = await scans();
    const measured = await measure(benches, settings, progress);
    const scansAfter = await scans();
    const datasets = opened.map(({ facts }, index) => ({
      ...facts,
      sequentialScans: (scansAfter[index] ?? 0) - (scansBefore[index] ?? 0),
      operations: measured[index] ?? [],
    }));
    const postgres = (await opened[0]?.bench.statistics.version()) ?? '';
    return {
      at: new Date().toISOString(),
      machine: machine(postgres, loadBefore),
      settings: { ...settings, service: SETTINGS },
      datasets,
      goals: judge(datasets),
    };
  } finally {
    progress.say('stopping');
    for (const dataset of opened) await dataset.close();
  }
}

function machine(postgres: string, loadBefore: number): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    ...{ node: process.version, postgres, loadBefore },
  };
}

function publish(report: Report, folder: string): void {
  for (const dataset of report.datasets) process.stdout.write(`${operationsTable(dataset)}\n`);
  process.stdout.write(`${goalsTable(report.goals)}\n`);
  mkdirSync(folder, { recursive: true });
  const name = join(resolve(folder), `load-${report.at.slice(0, 19).replaceAll(':', '-')}`);
  writeFileSync(`${name}.json`, `${JSON.stringify(report, null, 2)}\n`);
  writeFileSync(`${name}.html`, page(report));
  process.stdout.write(`\n${name}.json\n${name}.html\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
