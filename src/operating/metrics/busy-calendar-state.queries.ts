import { Injectable } from '@nestjs/common';
import { isStaleSql } from '../../business/busy-calendars/stale';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';

/** The active busy calendars. */
export interface BusyCalendarState {
  readonly current: number;
  readonly stale: number;
  /** Events that the last readings left out. */
  readonly unreadableEvents: number;
}

const COUNT = {
  name: 'metrics.busy-calendars',
  text: `select count(*) filter (where not ${isStaleSql('k', '$1')})::int as current,
      count(*) filter (where ${isStaleSql('k', '$1')})::int as stale,
      coalesce(sum(k.unreadable_events), 0)::int as "unreadableEvents"
    from busy_calendars k where k.active`,
};

@Injectable()
export class BusyCalendarStateQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  read(): Promise<BusyCalendarState> {
    return this.database.one<BusyCalendarState>(COUNT, [new Date(this.clock.now())]);
  }
}
