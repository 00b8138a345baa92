import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';
import { NotFoundError } from '../../platform/errors/errors';
import type { Reach } from '../../platform/restrictions';
import { andWhollyWithin } from '../reach';
import type { AppointmentRow } from '../appointments/appointment-row';
import type { SeriesRow, StoredSeries } from './series-row';
import { APPOINTMENTS, GET } from './series.statements';

@Injectable()
export class SeriesQueries {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError for one that a narrowed key does not see whole, too */
  async get(id: number, tx?: EntityManager, reach?: Reach): Promise<SeriesRow> {
    const { sql, name, values } = andWhollyWithin(reach, 'taken', { isMember: 'o.series_id = $1', first: 2 });
    const statement = reach === undefined ? GET : { name: `${GET.name}${name}`, text: `${GET.text}${sql}` };
    const [series] = await this.database.rows<StoredSeries>(statement, [id, ...values], tx);
    if (series === undefined) throw new NotFoundError('series');
    const appointments = await this.database.rows<AppointmentRow>(APPOINTMENTS, [id], tx);
    return { ...series, appointments };
  }
}
