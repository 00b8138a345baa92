import { joinClauses, type NamedClause } from '../../../platform/database/reads/clause';
import {
  type AppointmentFilters,
  type AppointmentWhere,
  clausesOf,
  whereOf,
  whereOfPart,
  withoutImplied,
} from './appointment-filters';

/**
 * Queries that count appointments without reading each: `appointment_tallies` has the numbers of whole months, and only the
 * appointments before the first and after the last whole month are counted themselves.
 */

/** `states`: a number for each pair of statuses, and the sum of prices. `total`: one number, which an index alone can give. */
type Detail = 'states' | 'total';

/** A SELECT of `status`, `payment_status`, `total` and `cents`; several of its rows may have the same statuses. */
export interface CountQuery {
  readonly sql: string;
  /** Part of the name of a prepared statement. */
  readonly shape: string;
  readonly values: readonly unknown[];
}

/** Filters that the tallies know nothing of. */
const NOT_IN_TALLIES = [
  'serviceId',
  'customerId',
  'locationId',
  'seriesId',
  'visitId',
  'arrived',
  'awaited',
  'updatedFrom',
  'overBy',
  'metadata',
  'wordsWithoutContacts',
] as const;

/** A reach of providers is, unless the filters ask for another one: an appointment that one gives and the other helps with counts. */
function isInTallies(filters: AppointmentFilters): boolean {
  if (NOT_IN_TALLIES.some((name) => filters[name] !== undefined)) return false;
  const { reach, providerId } = filters;
  return reach === undefined || (reach.locations === undefined && providerId === undefined);
}

/** @param index the number of its first placeholder */
export function countQuery(asked: AppointmentFilters, grain: Detail, index = 1): CountQuery {
  const filters = withoutImplied(asked);
  const { providerId, reach } = filters;
  const months = isInTallies(filters) ? wholeMonths(filters) : undefined;
  if (months === undefined && (providerId === undefined || reach !== undefined))
    return countWhere(whereOf(filters, index), grain);
  const parts: CountQuery[] = [];
  const add = (part: 'given' | 'helped', counted: AppointmentFilters) => {
    const first = index + parts.flatMap(({ values }) => values).length;
    parts.push(countWhere(whereOfPart(counted, part, first), grain));
  };
  if (months === undefined) add('given', filters);
  else {
    const { from, to, ...states } = filters;
    parts.push(countFromTallies(states, months, grain, index));
    if (from !== undefined && months.first !== undefined && from < months.first)
      add('given', { ...states, from, to: months.first });
    if (to !== undefined && months.end !== undefined && months.end < to)
      add('given', { ...states, from: months.end, to });
  }
  // The tallies are of the provider who gives an appointment.
  if (providerId !== undefined || reach !== undefined) add('helped', filters);
  return {
    sql: parts.map(({ sql }) => sql).join(' union all '),
    shape: parts.map(({ shape }) => shape).join('+'),
    values: parts.flatMap(({ values }) => values),
  };
}

export function selectTotal({ sql }: CountQuery): string {
  return `select coalesce(sum(total), 0)::int as total from (${sql}) tallies`;
}

interface Months {
  /** The beginning of the first month; undefined: no bound. */
  readonly first: Date | undefined;
  /** The end of the last month; undefined: no bound. */
  readonly end: Date | undefined;
}

/** The whole months of UTC within a range; undefined when there are none. */
function wholeMonths({ from, to }: AppointmentFilters): Months | undefined {
  const first = from && startOfMonth(from, isStartOfMonth(from) ? 0 : 1);
  const end = to && startOfMonth(to, 0);
  return first !== undefined && end !== undefined && first >= end ? undefined : { first, end };
}

function countFromTallies(
  states: AppointmentFilters,
  months: Months,
  grain: Detail,
  index: number,
): CountQuery {
  const isOfAnyState = states.statuses === undefined && states.paymentStatuses === undefined;
  const within =
    grain === 'total' && isOfAnyState && isUnbounded(months) ? OF_PROVIDER : withinMonths(months);
  const { name, sql, values } = joinClauses([...clausesOf(states, 'given'), ...within], index);
  return {
    sql: `select a.status, a.payment_status, a.total, a.cents from appointment_tallies a where ${sql}`,
    shape: `tallies.${name}`,
    values,
  };
}

/** The one row of each provider for all months and statuses together. */
const OF_PROVIDER: readonly NamedClause[] = [{ name: 'all', sql: `a.month = 'infinity'` }];

function isUnbounded({ first, end }: Months): boolean {
  return first === undefined && end === undefined;
}

/** `-infinity` is the month of the rows for all months together. */
function withinMonths(months: Months): readonly NamedClause[] {
  const { first, end } = months;
  if (isUnbounded(months)) return [{ name: 'ever', sql: `a.month = '-infinity'` }];
  // With two bounds the planner expects few rows, which is right here; so there are always two.
  return [
    first === undefined
      ? { name: '', sql: (value) => `a.month > ${value}`, value: '-infinity' }
      : { name: 'from', sql: (value) => `a.month >= ${value}`, value: first },
    end === undefined
      ? { name: '', sql: (value) => `a.month < ${value}`, value: 'infinity' }
      : { name: 'to', sql: (value) => `a.month < ${value}`, value: end },
  ];
}

function countWhere(where: AppointmentWhere, grain: Detail): CountQuery {
  const from = `from ${where.from} a where ${where.sql}`;
  const sql =
    grain === 'total'
      ? `select null, null, count(*)::int as total, 0 ${from}`
      : `select a.status, a.payment_status, count(*)::int as total, (coalesce(sum(a.price), 0) * 100)::bigint as cents
         ${from} group by a.status, a.payment_status`;
  return { sql, shape: `rows.${where.name}`, values: where.values };
}

function isStartOfMonth(instant: Date): boolean {
  return startOfMonth(instant, 0).getTime() === instant.getTime();
}

function startOfMonth(instant: Date, monthsLater: number): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + monthsLater));
}
