import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';
import { AnswerTooLargeError, NotFoundError } from '../../platform/errors/errors';
import type { Reach } from '../../platform/restrictions';
import { fitting } from '../../platform/values/bounded-json';
import { ToldGuests } from '../guests/told-guests';
import { andWhollyWithin } from '../reach';
import type { AppointmentRow } from '../diary/rows/appointment-row';
import { longBytesOf, type SeriesRow, type StoredSeries } from './series-row';
import { APPOINTMENTS, GET } from './series.statements';

@Injectable()
export class SeriesQueries {
  constructor(
    private readonly database: Database,
    private readonly guests: ToldGuests,
  ) {}

  /** As a key is told it. @throws NotFoundError for one that a narrowed key does not see whole, too, AnswerTooLargeError */
  async get(id: number, tx?: EntityManager, reach?: Reach): Promise<SeriesRow> {
    const { sql, name, values } = andWhollyWithin(reach, 'any', { isMember: 'o.series_id = $1', first: 2 });
    const statement = reach === undefined ? GET : { name: `${GET.name}${name}`, text: `${GET.text}${sql}` };
    const [series] = await this.database.rows<StoredSeries>(statement, [id, ...values], tx);
    if (series === undefined) throw new NotFoundError('series');
    const rows = await this.database.rows<AppointmentRow>(APPOINTMENTS, [id], tx);
    if (fitting(rows, longBytesOf).length < rows.length) throw new AnswerTooLargeError();
    return { ...series, appointments: await this.guests.tell({ reach }, 'appointments', rows, tx) };
  }
}
