import type { DatasetReport, Judgement, OperationReport } from './report';
import { median } from './statistics';

/** Limit of the time of an operation, as a multiple of its floor. */
export const FLOOR_LIMITS = {
  get: 2,
  services: 2.2,
  'list-first': 2.5,
  'list-any': 2.5,
  customers: 3,
  slots: 3,
  book: 2,
} as const;
/** Requests/s of the floor of GET by id on a quiet machine. */
const USUAL_PACE = 11_000;

/** The goals: judged on the largest data set of a run; growth from the smallest to the largest. */
export function judge(datasets: readonly DatasetReport[]): readonly Judgement[] {
  const largest = datasets.at(-1);
  if (largest === undefined) return [];
  const smallest = datasets.length > 1 ? datasets[0] : undefined;
  const find = (name: string) => largest.operations.find((operation) => operation.name === name);
  const p99 = (name: string) => find(name)?.service.p99;
  const lists = ['list-first', 'list-any', 'list-deep', 'list-filtered', 'search', 'services', 'customers'];
  return [
    atMost('GET by id, against its floor', FLOOR_LIMITS.get, '×', find('get')?.ratio),
    atMost('Services list, against its floor', FLOOR_LIMITS.services, '×', find('services')?.ratio),
    atMost('List, page 1, against its floor', FLOOR_LIMITS['list-first'], '×', find('list-first')?.ratio),
    atMost(
      'List, seldom the same page, against its floor',
      FLOOR_LIMITS['list-any'],
      '×',
      find('list-any')?.ratio,
    ),
    atMost('Customers, q, against its floor', FLOOR_LIMITS.customers, '×', find('customers')?.ratio),
    atMost('Slots of one day, against their floor', FLOOR_LIMITS.slots, '×', find('slots')?.ratio),
    atLeast(
      'Slots of one day, where the floor of GET does 11,000',
      2_000,
      '/s',
      atUsualPace(find('slots'), find('get')),
    ),
    atMost('Calendar of 31 days, against one day', 2, '×', timeRatio(find('calendar'), find('slots'))),
    atMost('Calendar of any of 33 providers, one client', 40, 'ms', find('calendar-any')?.service.p50),
    atLeast('Next available, almost full', 1_000, '/s', find('next')?.service.requestsPerSecond),
    atMost('Next available, one client: p99', 60, 'ms', p99('next-alone')),
    atMost('Bookings, against their floor', FLOOR_LIMITS.book, '×', find('book')?.ratio),
    atLeast('Bookings', 400, '/s', find('book')?.service.requestsPerSecond),
    atMost('Bookings: p99', 150, 'ms', p99('book')),
    ...lists.map((name) => atMost(`${find(name)?.title ?? name}: p99`, 50, 'ms', p99(name))),
    atMost('Search: a common word: p99', 100, 'ms', p99('search-common')),
    atMost('Reads of all appointments or customers', 0, 'scans', largest.sequentialScans),
    ...largest.operations.map((operation) => growth(operation, smallest)),
    atMost('Start-up over a filled database', 3, 's', seconds(largest.startUp)),
    atMost('Memory when idle', 110, 'MB', largest.idleMb),
  ];
}

/** Time of an operation as a multiple of its time on another data set; undefined when either is missing. */
export function timeRatio(
  operation: OperationReport | undefined,
  other: OperationReport | undefined,
): number | undefined {
  if (operation === undefined || other === undefined) return undefined;
  return other.service.requestsPerSecond / operation.service.requestsPerSecond;
}

/** Scales a rate to a machine on which the floor of GET by id answers 11,000 requests/s. */
function atUsualPace(operation?: OperationReport, get?: OperationReport): number | undefined {
  if (operation === undefined || get?.floor === undefined) return undefined;
  return (operation.service.requestsPerSecond * USUAL_PACE) / get.floor.requestsPerSecond;
}

/** Counting and searching may take longer over more rows. */
const GROWING = ['search', 'search-common', 'counts', 'summary'];

function growth(operation: OperationReport, smallest: DatasetReport | undefined): Judgement {
  const before = smallest?.operations.find(({ name }) => name === operation.name);
  const limit = GROWING.includes(operation.name) ? 2 : operation.name === 'list-first' ? 1.1 : 1.3;
  return atMost(`Growth: ${operation.title}`, limit, '×', timeRatio(operation, before));
}

function seconds(startUp: readonly number[]): number | undefined {
  return startUp.length === 0 ? undefined : median(startUp) / 1000;
}

function atMost(goal: string, limit: number, unit: string, measured: number | undefined): Judgement {
  return {
    goal,
    limit,
    unit,
    isAtLeast: false,
    measured,
    isMet: measured === undefined ? undefined : measured <= limit,
  };
}

function atLeast(goal: string, limit: number, unit: string, measured: number | undefined): Judgement {
  return {
    goal,
    limit,
    unit,
    isAtLeast: true,
    measured,
    isMet: measured === undefined ? undefined : measured >= limit,
  };
}
