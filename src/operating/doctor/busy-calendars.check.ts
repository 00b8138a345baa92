import type { DataSource } from 'typeorm';
import { isStaleSql } from '../../business/busy-calendars/stale';
import type { Clock } from '../../platform/clock';
import { reasonOf } from '../../platform/database/sqlstate';
import { type Finding, findingsOf } from './finding';

/** The busy times of a stale calendar may be out of date, and an unreadable event has none: its provider can be booked meanwhile. */
export async function checkBusyCalendars(dataSource: DataSource, clock: Clock): Promise<Finding> {
  const { ok, warning } = findingsOf('busy calendars');
  try {
    const idsWhere = (sql: string) => `coalesce(array_agg(k.id order by k.id) filter (where ${sql}), '{}')`;
    const [row] = await dataSource.query<{ active: number; stale: number[]; unreadable: number[] }[]>(
      `select count(*)::int as active, ${idsWhere(isStaleSql('k', '$1'))} as stale, ${idsWhere('k.unreadable_events > 0')} as unreadable
       from busy_calendars k where k.active`,
      [new Date(clock.now())],
    );
    const { active = 0, stale = [], unreadable = [] } = row ?? {};
    const faults = [
      { ids: stale, text: 'not fetched for 24 hours; their lastError says why' },
      { ids: unreadable, text: 'with events that cannot be read; their unreadable says which' },
    ].filter(({ ids }) => ids.length > 0);
    if (faults.length === 0)
      return ok(`${active} active, all of them fetched within the last 24 hours, and each event read`);
    return warning(
      faults.map(({ ids, text }) => `${ids.length} of ${active} ${text}: ${listed(ids)}`).join('. '),
    );
  } catch (error) {
    return warning(`cannot be read: ${reasonOf(error)}`);
  }
}

function listed(ids: readonly number[]): string {
  return ids.slice(0, 10).join(', ') + (ids.length > 10 ? ' and others' : '');
}
