import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';
import { NotFoundError } from '../../platform/errors/errors';
import type { AppointmentRow } from '../appointments/appointment-row';
import type { VisitRow } from './visit-row';
import { APPOINTMENTS } from './visits.statements';

@Injectable()
export class VisitsQueries {
  constructor(private readonly database: Database) {}

  /** @throws NotFoundError when it has no appointments, too */
  async get(id: number, tx?: EntityManager): Promise<VisitRow> {
    const [first, ...others] = await this.database.rows<AppointmentRow>(APPOINTMENTS, [id], tx);
    if (first === undefined) throw new NotFoundError('visit');
    return { id, appointments: [first, ...others] };
  }
}
