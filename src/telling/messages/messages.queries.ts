import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Appointment } from '../../booking/appointments/appointment.entity';
import { type Status } from '../../booking/appointment-status';
import type { Page } from '../../platform/database/reads/page';
import { NotFoundError } from '../../platform/errors/errors';
import type { Clause } from '../../platform/database/reads/clause';
import { found } from '../../platform/database/found';
import type { Reach } from '../../platform/restrictions';
import { andWithin, type Involvement } from '../../booking/reach';
import { Database } from '../../platform/database/database';
import { EntityReads } from '../../platform/database/reads/entity-reads';
import type { NotificationListQuery } from './dto/notification-list.query';
import { type AppointmentMessageRow, Message } from './message.entity';
import { COUNT_REQUESTED, LOCK_STATUS } from './messages.statements';

const NEWEST_FIRST = { field: 'id', direction: 'desc' } as const;

/** Reads the messages about an appointment, and of the appointment what queueing a message needs. */
@Injectable()
export class MessagesQueries {
  constructor(
    private readonly database: Database,
    private readonly reads: EntityReads,
  ) {}

  /** Locks the appointment, so that simultaneous requests count each other's messages. @throws NotFoundError */
  async lockStatus(tx: EntityManager, appointmentId: number): Promise<Status> {
    const [appointment] = await this.database.rows<{ status: Status }>(LOCK_STATUS, [appointmentId], tx);
    if (appointment === undefined) throw new NotFoundError('appointment');
    return appointment.status;
  }

  /** Counts the messages about an appointment that callers have requested after an instant. */
  async countRequested(tx: EntityManager, appointmentId: number, after: Date): Promise<number> {
    const values = [appointmentId, after];
    const { count } = await this.database.one<{ count: number }>(COUNT_REQUESTED, values, tx);
    return count;
  }

  /**
   * Lists the messages about an appointment, even a deleted one. A narrowed key sees those about an appointment that it sees.
   * @throws NotFoundError without appointment and messages
   */
  async list(
    appointmentId: number,
    query: NotificationListQuery,
    reach?: Reach,
  ): Promise<Page<AppointmentMessageRow>> {
    await this.assertWithin(reach, 'taken', appointmentId);
    const aboutAppointment: Clause = {
      name: 'about',
      sql: (value) => `t.appointment_id = ${value}`,
      value: appointmentId,
    };
    const request = { window: query, sort: query.sort ?? NEWEST_FIRST, where: [aboutAppointment] };
    const page = await this.reads.page(Message, request);
    if (page.total === 0) await this.assertExists(appointmentId);
    // The condition leaves only messages about the appointment.
    return page as Page<AppointmentMessageRow>;
  }

  /** Reads nothing for a key that is not narrowed. @throws NotFoundError */
  async assertWithin(
    reach: Reach | undefined,
    involvement: Involvement,
    appointmentId: number,
    tx?: EntityManager,
  ): Promise<void> {
    if (reach === undefined) return;
    const { sql, name, values } = andWithin(reach, involvement, { alias: 'a', first: 2 });
    const statement = {
      name: `appointments.seen${name}`,
      text: `select from appointments a where a.id = $1${sql}`,
    };
    const [seen] = await this.database.rows(statement, [appointmentId, ...values], tx);
    found(seen, 'appointment');
  }

  private async assertExists(appointmentId: number): Promise<void> {
    const isThere = await this.database.manager.existsBy(Appointment, { id: appointmentId });
    if (!isThere) throw new NotFoundError('appointment');
  }
}
