import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../../platform/database/database';
import type { Reach } from '../../../platform/restrictions';
import { type AndWithin, andWithin } from '../../reach';
import type { Interval } from '../../../platform/time/interval';
import { type AppointmentRow, selectRows } from '../appointment-row';
import { isOccupying } from '../../appointment-status';
import { takenBy } from '../taken-by';

/** $4: true for appointments of every status, false for occupying ones alone. */
const appointmentsIn = (within: AndWithin): Statement => ({
  name: `provider-month.appointments${within.name}`,
  text: `${selectRows(takenBy('$1'))}
         where a.start_at >= $2 and a.start_at < $3
           and ($4 or ${isOccupying('a.status')})${within.sql}
         order by a.start_at, a.id`,
});

@Injectable()
export class ProviderMonthQueries {
  constructor(private readonly database: Database) {}

  /**
   * The appointments that a provider gives or helps with and that start in an interval, in time order.
   * @param reach of a narrowed key that the provider belongs to
   */
  appointments(
    providerId: number,
    { start, end }: Interval,
    ofEveryStatus: boolean,
    reach?: Reach,
  ): Promise<AppointmentRow[]> {
    const places = reach?.locations && { locations: reach.locations };
    const within = andWithin(places, 'taken', { alias: 'a', first: 5 });
    const values = [providerId, new Date(start), new Date(end), ofEveryStatus, ...within.values];
    return this.database.rows<AppointmentRow>(appointmentsIn(within), values);
  }
}
