import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { found } from '../../platform/database/found';
import { Database } from '../../platform/database/database';
import { type AppointmentRow, SELECT_APPOINTMENTS } from './appointment-row';

const GET = { name: 'appointments.get', text: `${SELECT_APPOINTMENTS} where a.id = $1`, isShort: true };

@Injectable()
export class AppointmentsQueries {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError */
  async get(id: number, tx?: EntityManager): Promise<AppointmentRow> {
    const [row] = await this.database.rows<AppointmentRow>(GET, [id], tx);
    return found(row, 'appointment');
  }
}
