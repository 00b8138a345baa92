import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { Reach } from '../../../platform/restrictions';
import { andWithin } from '../../reach';
import type { Interval } from '../../../platform/time/interval';
import { shownZone } from '../../../business/locations/place-zone';
import { epochMs } from '../../../platform/database/columns';
import { AnswerTooLargeError } from '../../../platform/errors/errors';
import { ToldGuests } from '../../guests/told-guests';
import { type AppointmentRow, selectRows, type ToldAppointment } from '../../diary/rows/appointment-row';
import { isOccupying } from '../../appointment-status';
import { involving } from '../involving';

/** Of whole appointments, and of busy times: more would not fit into an answer. */
const MOST = { whole: 5_000, busy: 20_000 };

/** When an appointment occupies a provider. */
export type BusyRow = Pick<
  AppointmentRow,
  'id' | 'providerId' | 'serviceId' | 'start' | 'end' | 'status' | 'timeZone'
>;

const IN_MONTH = 'a.start_at >= $2 and a.start_at < $3';
const WHOLE = `${selectRows(involving('$1'))} where ${IN_MONTH}`;
const BUSY = `
  select a.id, a.provider_id as "providerId", a.service_id as "serviceId", ${epochMs('a.start_at')} as start,
    ${epochMs('a.end_at')} as end, a.status, ${shownZone('a', 'p')} as "timeZone"
  from ${involving('$1')} a join providers p on p.id = a.provider_id
  where ${IN_MONTH} and ${isOccupying('a.status')}`;

@Injectable()
export class ProviderMonthQueries {
  constructor(
    private readonly database: Database,
    private readonly guests: ToldGuests,
  ) {}

  /**
   * The appointments that a provider gives or helps with and that start in an interval, in time order.
   * @param reach of a narrowed key that the provider belongs to @throws AnswerTooLargeError
   */
  async whole(providerId: number, interval: Interval, reach?: Reach): Promise<readonly ToldAppointment[]> {
    const rows = await this.read<AppointmentRow>('whole', WHOLE, providerId, interval, reach);
    return this.guests.tell({ reach }, 'appointments', rows);
  }

  /** When those that occupy the provider do so. @throws AnswerTooLargeError */
  busy(providerId: number, interval: Interval, reach?: Reach): Promise<readonly BusyRow[]> {
    return this.read('busy', BUSY, providerId, interval, reach);
  }

  private async read<Row>(
    what: keyof typeof MOST,
    select: string,
    providerId: number,
    { start, end }: Interval,
    reach: Reach | undefined,
  ): Promise<readonly Row[]> {
    const places = reach?.locations && { locations: reach.locations };
    const within = andWithin(places, 'any', { alias: 'a', first: 4 });
    const values = [providerId, new Date(start), new Date(end), ...within.values];
    const text = `${select}${within.sql} order by a.start_at, a.id limit ${MOST[what] + 1}`;
    const rows = await this.database.rows<Row>(
      { name: `provider-month.${what}${within.name}`, text },
      values,
    );
    if (rows.length > MOST[what]) throw new AnswerTooLargeError();
    return rows;
  }
}
