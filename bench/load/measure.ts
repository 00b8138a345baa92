import { type Driven, drive } from './drive';
import { inspect } from './operations/inspection';
import { allSucceed, type Ground, type Operation } from './operations/operation';
import type { Progress } from './progress';
import type { OperationReport, RunSettings } from './report/report';
import { processorMs } from './service/process-facts';
import type { ServiceProcess } from './service/service-process';
import type { StatementStatistics } from './service/statement-counters';
import { type Round, summarize } from './report/summary';

/** The operations that are measured on one data set. */
export interface Bench {
  readonly service: ServiceProcess;
  readonly floor: { readonly origin: string };
  readonly statistics: StatementStatistics;
  readonly key: string;
  readonly ground: Ground;
  readonly operations: readonly Operation[];
}

type Settings = Pick<RunSettings, 'connections' | 'seconds' | 'rounds'>;

/**
 * Drives each operation in turn, on all data sets and with its floor right after it, round after round: a busy moment of the
 * machine affects all of them alike. Reads come first, then writes.
 * @returns the operations of each bench
 */
export async function measure(
  benches: readonly Bench[],
  settings: Settings,
  progress: Progress,
): Promise<readonly (readonly OperationReport[])[]> {
  const rounds = benches.map(
    ({ operations }) => new Map<Operation, Round[]>(operations.map((each) => [each, []])),
  );
  progress.say('looking closely at some answers of each operation');
  for (const bench of benches) for (const operation of bench.operations) await inspect(bench, operation);
  for (const writes of [false, true]) {
    const turns = turnsOf(benches, writes);
    for (const { bench, operation, title } of turns) {
      progress.say(`warming: ${title}`);
      await warmUp(bench, operation, settings);
    }
    for (let number = 1; number <= settings.rounds; number++) {
      for (const { bench, operation, title, of } of turns) {
        progress.say(`round ${number} of ${settings.rounds}: ${title}`);
        rounds[of]?.get(operation)?.push(await round(bench, operation, settings));
      }
    }
  }
  return rounds.map((its) => summarize(its, settings.connections));
}

interface Turn {
  readonly bench: Bench;
  /** Index of the bench. */
  readonly of: number;
  readonly operation: Operation;
  readonly title: string;
}

/** One turn for each operation and data set. */
function turnsOf(benches: readonly Bench[], writes: boolean): readonly Turn[] {
  const names = benches[0]?.operations.map(({ name }) => name) ?? [];
  return names.flatMap((name) =>
    benches.flatMap((bench, of) => {
      const operation = bench.operations.find(
        (each) => each.name === name && (each.writes ?? false) === writes,
      );
      if (operation === undefined) return [];
      return {
        bench,
        of,
        operation,
        title: `${operation.title} (${bench.ground.size.toLocaleString('en')})`,
      };
    }),
  );
}

async function warmUp(bench: Bench, operation: Operation, settings: Settings): Promise<void> {
  const seconds = Math.min(2, settings.seconds / 2);
  await run(bench, operation, 'service', { ...settings, seconds });
  if (operation.hasFloor) await run(bench, operation, 'floor', { ...settings, seconds });
}

async function round(bench: Bench, operation: Operation, settings: Settings): Promise<Round> {
  const longer = { ...settings, seconds: settings.seconds * (operation.lasts ?? 1) };
  await bench.statistics.reset();
  const processorBefore = processorMs(bench.service.pid);
  const service = await run(bench, operation, 'service', longer);
  const processorAfter = processorMs(bench.service.pid);
  const counters = await bench.statistics.read();
  const floor = operation.hasFloor ? await run(bench, operation, 'floor', longer) : undefined;
  return {
    ...{ service, floor, counters },
    processorMs:
      processorBefore === undefined || processorAfter === undefined
        ? undefined
        : processorAfter - processorBefore,
    wrong: [
      ...wrongIn(service, operation.accepts ?? allSucceed, 'the service'),
      ...(floor === undefined ? [] : wrongIn(floor, allSucceed, 'the floor')),
    ],
  };
}

function wrongIn(
  { statuses }: Driven,
  accepts: (statuses: Driven['statuses']) => boolean,
  who: string,
): string[] {
  return accepts(statuses) ? [] : [`${who} answered ${JSON.stringify(statuses)}`];
}

function run(
  bench: Bench,
  operation: Operation,
  whom: 'service' | 'floor',
  settings: Settings,
): Promise<Driven> {
  const { key, ground } = bench;
  const { seconds, connections } = { ...settings, ...operation };
  return drive({ origin: bench[whom].origin, key, connections, seconds, next: operation.begin(ground) });
}
