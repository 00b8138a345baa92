import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { found } from '../../platform/database/found';
import { Database, type Statement } from '../../platform/database/database';
import type { Reach } from '../../platform/restrictions';
import { andWithin } from '../reach';
import { type AppointmentRow, SELECT_APPOINTMENTS } from './appointment-row';

const GET: Statement = {
  name: 'appointments.get',
  text: `${SELECT_APPOINTMENTS} where a.id = $1`,
  isShort: true,
};

@Injectable()
export class AppointmentsQueries {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError */
  async get(id: number, tx?: EntityManager): Promise<AppointmentRow> {
    const [row] = await this.database.rows<AppointmentRow>(GET, [id], tx);
    return found(row, 'appointment');
  }

  /** @throws NotFoundError for one that a narrowed key does not see, too */
  async getWithin(reach: Reach | undefined, id: number): Promise<AppointmentRow> {
    if (reach === undefined) return this.get(id);
    const { sql, name, values } = andWithin(reach, 'taken', { alias: 'a', first: 2 });
    const statement = { ...GET, name: `${GET.name}${name}`, text: `${GET.text}${sql}` };
    const [row] = await this.database.rows<AppointmentRow>(statement, [id, ...values]);
    return found(row, 'appointment');
  }
}
