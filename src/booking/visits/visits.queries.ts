import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';
import { NotFoundError } from '../../platform/errors/errors';
import type { Reach } from '../../platform/restrictions';
import { ToldGuests } from '../guests/told-guests';
import { andWhollyWithin } from '../reach';
import type { AppointmentRow } from '../diary/rows/appointment-row';
import type { VisitRow } from './visit-row';
import { APPOINTMENTS, appointmentsOf } from './visits.statements';

@Injectable()
export class VisitsQueries {
  constructor(
    private readonly database: Database,
    private readonly guests: ToldGuests,
  ) {}

  /** As a key is told it. @throws NotFoundError when it has no appointments, or a narrowed key does not see it whole, too */
  async get(id: number, tx?: EntityManager, reach?: Reach): Promise<VisitRow> {
    const within = andWhollyWithin(reach, 'any', { isMember: 'o.visit_id = $1', first: 2 });
    const statement = reach === undefined ? APPOINTMENTS : appointmentsOf(within);
    const rows = await this.database.rows<AppointmentRow>(statement, [id, ...within.values], tx);
    const [first, ...others] = await this.guests.tell({ reach }, 'appointments', rows, tx);
    if (first === undefined) throw new NotFoundError('visit');
    return { id, appointments: [first, ...others] };
  }
}
