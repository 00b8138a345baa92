import type { DataSource } from 'typeorm';
import { formatInstant } from '../../platform/time/instant-text';
import type { Clock } from '../../platform/clock';
import { reasonOf } from '../../platform/database/sqlstate';
import { type Finding, findingsOf } from './finding';

const WORST_SKEW_MS = 2_000;
const YEARS_AHEAD = 5;

/** Keys expire by the clock of the service, and messages fall due by the clock of PostgreSQL. */
export async function checkClock(dataSource: DataSource, clock: Clock): Promise<Finding> {
  const before = clock.now();
  const [row] = await dataSource.query<{ now: number }[]>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  // PostgreSQL answered about half-way between the two readings.
  return judgeClock((row?.now ?? 0) - (before + clock.now()) / 2);
}

/** @param skewMs how far the clock of the database is ahead */
export function judgeClock(skewMs: number): Finding {
  const { ok, warning } = findingsOf('clock');
  const seconds = (Math.abs(skewMs) / 1_000).toFixed(1);
  if (Math.abs(skewMs) <= WORST_SKEW_MS)
    return ok(`the clock of the database is ${seconds} s away from that of this machine`);
  return warning(
    `the clock of the database is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of this machine`,
  );
}

/** An instant, and the local time that PostgreSQL computes for it. */
export interface LocalTime {
  /** Epoch ms. */
  readonly at: number;
  /** Such as `2026-12-01T09:00:00`. */
  readonly local: string;
}

/** Node and PostgreSQL each have a copy of the time zone rules, which governments change. */
export async function checkTimeZone(dataSource: DataSource, zone: string, now: number): Promise<Finding> {
  try {
    const days = await dataSource.query<LocalTime[]>(
      `select extract(epoch from at)::float8 * 1000 as at, to_char(at at time zone $1, 'YYYY-MM-DD"T"HH24:MI:SS') as local
       from generate_series(date_trunc('second', $2::timestamptz), $2::timestamptz + $3 * interval '1 year', '1 day') as at`,
      [zone, new Date(now), YEARS_AHEAD],
    );
    return judgeTimeZone(days, zone);
  } catch (error) {
    return findingsOf('time zone').warning(`PostgreSQL: ${reasonOf(error)}`);
  }
}

export function judgeTimeZone(days: readonly LocalTime[], zone: string): Finding {
  const { ok, warning } = findingsOf('time zone');
  const rules = `Node has the time zone rules of ${process.versions['tz'] ?? 'its operating system'}`;
  const other = days.find(({ at, local }) => !formatInstant(at, zone).startsWith(local));
  if (other === undefined) return ok(`${rules}; PostgreSQL agrees on ${zone} for ${YEARS_AHEAD} years`);
  const ours = formatInstant(other.at, zone);
  return warning(`${rules}; PostgreSQL disagrees on ${zone}: it computes ${other.local}, Node ${ours}`);
}
