import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { found } from '../../platform/database/found';
import { answersInOrder } from '../../platform/database/connection/pipeline';
import type { WriteContext } from '../../platform/database/write-context';
import { Database, type Statement } from '../../platform/database/database';
import type { Reach } from '../../platform/restrictions';
import { andWithin } from '../reach';
import { ToldGuests, toldAs } from '../guests/told-guests';
import {
  type AppointmentRow,
  SELECT_APPOINTMENTS,
  type ToldAppointment,
} from '../diary/rows/appointment-row';

const GET: Statement = {
  name: 'appointments.get',
  text: `${SELECT_APPOINTMENTS} where a.id = $1`,
  isShort: true,
};

@Injectable()
export class AppointmentsQueries {
  constructor(
    private readonly database: Database,
    private readonly guests: ToldGuests,
  ) {}

  /** @throws NotFoundError */
  async get(id: number, tx?: EntityManager): Promise<AppointmentRow> {
    const [row] = await this.database.rows<AppointmentRow>(GET, [id], tx);
    return found(row, 'appointment');
  }

  /** As the key of a write is told it. All statements are sent before this returns. @throws NotFoundError */
  async getTold(context: WriteContext, id: number, tx: EntityManager): Promise<ToldAppointment> {
    const [row, shown] = await answersInOrder([
      this.get(id, tx),
      this.guests.shown(context.reach, 'appointments', [id], tx),
    ]);
    return toldAs(context, row, shown);
  }

  /** As a key is told it. @throws NotFoundError for one that a narrowed key does not see, too */
  async getWithin(reach: Reach | undefined, id: number): Promise<ToldAppointment> {
    if (reach === undefined) return this.get(id);
    const { sql, name, values } = andWithin(reach, 'any', { alias: 'a', first: 2 });
    const statement = { ...GET, name: `${GET.name}${name}`, text: `${GET.text}${sql}` };
    const rows = await this.database.rows<AppointmentRow>(statement, [id, ...values]);
    const [told] = await this.guests.tell({ reach }, 'appointments', rows);
    return found(told, 'appointment');
  }
}
