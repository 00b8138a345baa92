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
import { Notification } from './notification.entity';

const NEWEST_FIRST = { field: 'id', direction: 'desc' } as const;

/** Reads appointments as far as messages are about them, and the messages about one. */
@Injectable()
export class NotificationsQueries {
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

  /** The messages about an appointment, a deleted one too. @throws NotFoundError when there is neither */
  async list(appointmentId: number, query: NotificationListQuery): Promise<Page<Notification>> {
    const about: Clause = {
      name: 'about',
      sql: (value) => `t.appointment_id = ${value}`,
      value: appointmentId,
    };
    const asked = { window: query, sort: query.sort ?? NEWEST_FIRST, where: [about] };
    const page = await this.reads.page(Notification, asked);
    if (page.total === 0) await this.statusOf(appointmentId, this.database.manager);
    return page;
  }
}
