import type { DataSource } from 'typeorm';
import type { Clock } from '../../platform/clock';
import { type Finding, findingsOf } from './finding';

const WORST_SKEW_MS = 2_000;

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
