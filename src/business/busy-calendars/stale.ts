import { HOUR_MS } from '../../platform/time/units';
import type { BusyCalendar } from './busy-calendar.entity';

/** After so long without a successful fetch, in hours, what is known of a calendar is stale. */
const STALE_AFTER_H = 24;

/** @param now epoch ms */
export function isStale(
  { active, lastFetchedAt, createdAt }: Pick<BusyCalendar, 'active' | 'lastFetchedAt' | 'createdAt'>,
  now: number,
): boolean {
  return active && now - (lastFetchedAt ?? createdAt).getTime() > STALE_AFTER_H * HOUR_MS;
}

/** The same as an SQL condition. @param calendar the alias of the row @param now a placeholder of a timestamptz */
export function isStaleSql(calendar: string, now: string): string {
  const since = `coalesce(${calendar}.last_fetched_at, ${calendar}.created_at)`;
  return `(${calendar}.active and ${since} < ${now}::timestamptz - interval '${STALE_AFTER_H} hours')`;
}
