import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';
import { NotFoundError } from '../../platform/errors/errors';
import type { AppointmentRow } from '../appointments/appointment-row';
import type { SeriesRow, StoredSeries } from './series-row';
import { APPOINTMENTS, GET } from './series.statements';

@Injectable()
export class SeriesQueries {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError */
  async get(id: number, tx?: EntityManager): Promise<SeriesRow> {
    const [series] = await this.database.rows<StoredSeries>(GET, [id], tx);
    if (series === undefined) throw new NotFoundError('series');
    const appointments = await this.database.rows<AppointmentRow>(APPOINTMENTS, [id], tx);
    return { ...series, appointments };
  }
}
