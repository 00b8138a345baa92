import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Appointment } from '../../booking/diary/rows/appointment.entity';
import { type Status } from '../../booking/appointment-status';
import type { Page } from '../../platform/database/reads/page';
import { NotFoundError } from '../../platform/errors/errors';
import type { Clause } from '../../platform/database/reads/clause';
import { found } from '../../platform/database/found';
import type { Reach } from '../../platform/restrictions';
import { ToldGuests } from '../../booking/guests/told-guests';
import { andWithin, type Involvement } from '../../booking/reach';
import { Database } from '../../platform/database/database';
import { EntityReads } from '../../platform/database/reads/entity-reads';
import type { NotificationListQuery } from './dto/notification.dto';
import { type AppointmentMessageRow, Message, type ToldMessage } from './message.entity';
import { COUNT_REQUESTED, LOCK_STATUS } from './messages.statements';

const NEWEST_FIRST = { field: 'id', direction: 'desc' } as const;

/** A customer whom a narrowed key sees; null: none. */
type Seen = number | null;

/** That there is an SMS to another customer would tell that the customer has a phone. */
function isTold(seen: Seen): Clause {
  return { name: 'told', sql: (value) => `(t.channel = 'email' or t.customer_id = ${value})`, value: seen };
}

function toldTo(seen: Seen, message: AppointmentMessageRow): ToldMessage {
  // Not a spread: the row is an instance of its entity.
  return message.customerId === seen
    ? message
    : Object.assign({}, message, { recipient: null, lastError: null });
}

/** Reads the messages about an appointment, and of the appointment what queueing a message needs. */
@Injectable()
export class MessagesQueries {
  constructor(
    private readonly database: Database,
    private readonly reads: EntityReads,
    private readonly guests: ToldGuests,
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
   * Lists the messages about an appointment, even a deleted one. A narrowed key sees those about an appointment that it sees, and where
   * they went if it sees the customer.
   * @throws NotFoundError without appointment and messages
   */
  async list(appointmentId: number, query: NotificationListQuery, reach?: Reach): Promise<Page<ToldMessage>> {
    await this.assertWithin(reach, 'any', appointmentId);
    const aboutAppointment: Clause = {
      name: 'about',
      sql: (value) => `t.appointment_id = ${value}`,
      value: appointmentId,
    };
    const seen = reach && (await this.guests.customerOf(reach, appointmentId));
    const where = seen === undefined ? [aboutAppointment] : [aboutAppointment, isTold(seen)];
    const request = { window: query, sort: query.sort ?? NEWEST_FIRST, where };
    const page = await this.reads.page(Message, request);
    if (page.total === 0) await this.assertExists(appointmentId);
    // The condition leaves only messages about the appointment.
    const messages = page as Page<AppointmentMessageRow>;
    return seen === undefined ? messages : messages.with(messages.items.map((each) => toldTo(seen, each)));
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
