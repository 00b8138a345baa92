import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { Interval } from '../../../platform/time/interval';
import { type AppointmentRow, selectRows } from '../appointment-row';
import { isOccupying } from '../../appointment-status';
import { takenBy } from '../taken-by';

/** $4: true for appointments of every status, false for occupying ones alone. */
const APPOINTMENTS = {
  name: 'provider-month.appointments',
  text: `${selectRows(takenBy('$1'))}
         where a.start_at >= $2 and a.start_at < $3
           and ($4 or ${isOccupying('a.status')})
         order by a.start_at, a.id`,
};

@Injectable()
export class ProviderMonthQueries {
  constructor(private readonly database: Database) {}

  /** The appointments that a provider gives or helps with and that start in an interval, in time order. */
  appointments(
    providerId: number,
    { start, end }: Interval,
    ofEveryStatus: boolean,
  ): Promise<AppointmentRow[]> {
    const values = [providerId, new Date(start), new Date(end), ofEveryStatus];
    return this.database.rows<AppointmentRow>(APPOINTMENTS, values);
  }
}
