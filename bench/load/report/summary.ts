import type { Driven } from '../drive';
import type { Operation } from '../operations/operation';
import type { Cost, Load, OperationReport } from './report';
import type { StatementCounters } from '../service/statement-counters';
import { median, quantile } from './statistics';

/** One turn of one operation. */
export interface Round {
  readonly service: Driven;
  readonly floor: Driven | undefined;
  readonly counters: StatementCounters;
  readonly processorMs: number | undefined;
  /** Descriptions of wrong answers. */
  readonly wrong: readonly string[];
}

/** The operation whose floor serves operations without one. */
export const COMMON_FLOOR = 'get';

export function summarize(
  rounds: ReadonlyMap<Operation, readonly Round[]>,
  connections: number,
): readonly OperationReport[] {
  const reports = [...rounds].map(([operation, its]) => reportOf(operation, its, connections));
  const common = reports.find(({ name }) => name === COMMON_FLOOR)?.floor;
  return reports.map((report) => {
    const floor = report.floor ?? (report.connections === connections ? common : undefined);
    if (floor === undefined) return report;
    return { ...report, ratio: floor.requestsPerSecond / report.service.requestsPerSecond };
  });
}

function reportOf(operation: Operation, rounds: readonly Round[], connections: number): OperationReport {
  const floors = rounds.flatMap(({ floor }) => floor ?? []);
  return {
    name: operation.name,
    title: operation.title,
    connections: operation.connections ?? connections,
    service: { ...loadOf(rounds.map(({ service }) => service)), ...costOf(rounds) },
    floor: floors.length === 0 ? undefined : loadOf(floors),
    wrong: rounds.flatMap(({ wrong }) => wrong),
  };
}

function loadOf(driven: readonly Driven[]): Load {
  return {
    requestsPerSecond: median(driven.map(({ answers, seconds }) => answers / seconds)),
    p50: median(driven.map(({ latencies }) => quantile(latencies, 0.5))),
    p99: median(driven.map(({ latencies }) => quantile(latencies, 0.99))),
    requests: driven.reduce((sum, { answers }) => sum + answers, 0),
  };
}

function costOf(rounds: readonly Round[]): Cost {
  const perRequest = (of: (round: Round) => number) =>
    median(rounds.map((round) => of(round) / round.service.answers));
  return {
    databaseMs: perRequest(({ counters }) => counters.executionMs),
    planningMs: perRequest(({ counters }) => counters.planningMs),
    roundTrips: perRequest(({ counters }) => counters.calls),
    planned: perRequest(({ counters }) => counters.planned),
    processorMs: rounds.some((round) => round.processorMs === undefined)
      ? undefined
      : perRequest((round) => round.processorMs ?? NaN),
  };
}
