import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Appointment } from '../../booking/appointments/appointment.entity';
import { type Status } from '../../booking/appointments/appointment-status';
import type { Page } from '../../platform/http/envelope/envelope';
import { NotFoundError } from '../../platform/errors/errors';
import type { Clause } from '../../platform/database/clause';
import { Database } from '../../platform/database/database';
import { EntityReads } from '../../platform/database/entity-reads';
import type { NotificationListQuery } from './dto/notification-list.query';
import { Message } from './message.entity';

const NEWEST_FIRST = { field: 'id', direction: 'desc' } as const;

/** Reads the messages about an appointment, and of the appointment what queueing a message needs. */
@Injectable()
export class MessagesQueries {
  constructor(
    private readonly database: Database,
    private readonly reads: EntityReads,
  ) {}

  /** @throws NotFoundError */
  async statusOf(appointmentId: number, tx: EntityManager): Promise<Status> {
    const appointment = await tx.findOne(Appointment, {
      select: { status: true },
      where: { id: appointmentId },
    });
    if (appointment === null) throw new NotFoundError('appointment');
    return appointment.status;
  }

  /** Lists the messages about an appointment, even a deleted one. @throws NotFoundError without appointment and messages */
  async list(appointmentId: number, query: NotificationListQuery): Promise<Page<Message>> {
    const aboutAppointment: Clause = {
      name: 'about',
      sql: (value) => `t.appointment_id = ${value}`,
      value: appointmentId,
    };
    const request = { window: query, sort: query.sort ?? NEWEST_FIRST, where: [aboutAppointment] };
    const page = await this.reads.page(Message, request);
    if (page.total === 0) await this.statusOf(appointmentId, this.database.manager);
    return page;
  }
}
