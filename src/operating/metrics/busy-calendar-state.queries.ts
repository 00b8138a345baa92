import { Injectable } from '@nestjs/common';
import { isStaleSql } from '../../business/busy-calendars/stale';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';

/** The active busy calendars. */
export interface BusyCalendarState {
  readonly current: number;
  readonly stale: number;
}

const COUNT = {
  name: 'metrics.busy-calendars',
  text: `select count(*) filter (where not ${isStaleSql('k', '$1')})::int as current,
      count(*) filter (where ${isStaleSql('k', '$1')})::int as stale
    from busy_calendars k where k.active`,
};

@Injectable()
export class BusyCalendarStateQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<BusyCalendarState> {
    const [row] = await this.database.rows<BusyCalendarState>(COUNT, [new Date(this.clock.now())]);
    return row ?? { current: 0, stale: 0 };
  }
}
