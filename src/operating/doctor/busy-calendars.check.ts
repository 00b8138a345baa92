import type { DataSource } from 'typeorm';
import { isStaleSql } from '../../business/busy-calendars/stale';
import type { Clock } from '../../platform/clock';
import { reasonOf } from '../../platform/database/sqlstate';
import { type Finding, findingsOf } from './finding';

/** What is known of a stale calendar may be wrong: its provider can be booked while busy elsewhere. */
export async function checkBusyCalendars(dataSource: DataSource, clock: Clock): Promise<Finding> {
  const { ok, warning } = findingsOf('busy calendars');
  try {
    const [row] = await dataSource.query<{ active: number; stale: number[] }[]>(
      `select count(*)::int as active, coalesce(array_agg(k.id order by k.id) filter (where ${isStaleSql('k', '$1')}), '{}') as stale
       from busy_calendars k where k.active`,
      [new Date(clock.now())],
    );
    const { active = 0, stale = [] } = row ?? {};
    if (stale.length === 0) return ok(`${active} active, all of them fetched within the last 24 hours`);
    const ids = stale.slice(0, 10).join(', ') + (stale.length > 10 ? ' and others' : '');
    return warning(`${stale.length} of ${active} not fetched for 24 hours; their lastError says why: ${ids}`);
  } catch (error) {
    return warning(`cannot be read: ${reasonOf(error)}`);
  }
}
