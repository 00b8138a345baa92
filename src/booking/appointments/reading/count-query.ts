import { type AppointmentFilters, type Conditions, conditionsOf } from './appointment-filters';

/**
 * Counts appointments without looking at each: whole months are in `appointment_tallies`, and only what lies before the
 * first and after the last of them is counted from the appointments themselves.
 */

/** How finely: `states` tells statuses apart and sums prices, which takes more than an index to find out. */
type Detail = 'states' | 'total';

/** A relation of `total`, and of `status`, `payment_status` and `cents`, as SQL; what is told apart may still be in it twice. */
export interface CountQuery {
  readonly sql: string;
  /** What it is made of: part of a statement's name. */
  readonly shape: string;
  readonly values: readonly unknown[];
}

/** What the tallies do not tell apart. */
const NOT_IN_TALLIES = ['serviceId', 'customerId', 'locationId', 'overBy'] as const;

/** @param index the number of its first placeholder */
export function countQuery(filters: AppointmentFilters, grain: Detail, index = 1): CountQuery {
  const months = wholeMonths(filters);
  if (months === undefined || NOT_IN_TALLIES.some((name) => filters[name] !== undefined))
    return countFromAppointments(filters, grain, index);
  const { from, to, ...states } = filters;
  const parts = [countFromTallies(states, months, index)];
  const add = (edge: Pick<AppointmentFilters, 'from' | 'to'>) =>
    parts.push(countFromAppointments({ ...states, ...edge }, grain, index + parts.flatMap(({ values }) => values).length));
  if (from !== undefined && months.first !== undefined && from < months.first)
    add({ from, to: months.first });
  if (to !== undefined && months.end !== undefined && months.end < to) add({ from: months.end, to });
  return {
    sql: parts.map(({ sql }) => sql).join(' union all '),
    shape: parts.map(({ shape }) => shape).join('+'),
    values: parts.flatMap(({ values }) => values),
  };
}

/** Selects their total, in one row. */
export function selectTotal({ sql }: CountQuery): string {
  return `select coalesce(sum(total), 0)::int as total from (${sql}) tallies`;
}

interface Months {
  /** When the first one begins; undefined: there is no first one. */
  readonly first: Date | undefined;
  /** When the one after the last begins. */
  readonly end: Date | undefined;
}

/** The whole months of UTC within a range; undefined when there are none. */
function wholeMonths({ from, to }: AppointmentFilters): Months | undefined {
  const first = from && startOfMonth(from, isStartOfMonth(from) ? 0 : 1);
  const end = to && startOfMonth(to, 0);
  return first !== undefined && end !== undefined && first >= end ? undefined : { first, end };
}

function countFromTallies(states: AppointmentFilters, { first, end }: Months, index: number): CountQuery {
  const conditions = conditionsOf(states, index);
  const { letters, clauses, values } = withinMonths(conditions, index, first, end);
  return {
    sql: `select a.status, a.payment_status, a.total, a.cents from appointment_tallies a where ${clauses.join(' and ')}`,
    shape: `t${letters}`,
    values,
  };
}

function withinMonths(
  { letters, clauses, values }: Conditions,
  index: number,
  first?: Date,
  end?: Date,
): Conditions {
  if (first === undefined && end === undefined)
    return { letters: `${letters}a`, clauses: [...clauses, `a.month = '-infinity'`], values };
  const bounds = [
    // Without a first one: all but the row of all months together.
    first === undefined
      ? { letter: '', sql: 'a.month >', value: '-infinity' }
      : { letter: 'f', sql: 'a.month >=', value: first },
    // Without an end, too: a range with two ends is taken for a short one, as it is.
    end === undefined
      ? { letter: '', sql: 'a.month <', value: 'infinity' }
      : { letter: 't', sql: 'a.month <', value: end },
  ];
  return {
    letters: letters + bounds.map(({ letter }) => letter).join(''),
    clauses: [
      ...clauses,
      ...bounds.map(({ sql }, position) => `${sql} $${index + values.length + position}`),
    ],
    values: [...values, ...bounds.map(({ value }) => value)],
  };
}

function countFromAppointments(filters: AppointmentFilters, grain: Detail, index: number): CountQuery {
  const { letters, clauses, values } = conditionsOf(filters, index);
  const from = `from appointments a where ${clauses.join(' and ')}`;
  const sql =
    grain === 'total'
      ? `select null, null, count(*)::int as total, 0 ${from}`
      : `select a.status, a.payment_status, count(*)::int as total, (coalesce(sum(a.price), 0) * 100)::bigint as cents
         ${from} group by a.status, a.payment_status`;
  return { sql, shape: `c${letters}`, values };
}

function isStartOfMonth(instant: Date): boolean {
  return startOfMonth(instant, 0).getTime() === instant.getTime();
}

function startOfMonth(instant: Date, monthsLater: number): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + monthsLater));
}
