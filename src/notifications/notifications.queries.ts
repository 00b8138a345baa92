import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Appointment, type Status } from '../appointments/appointment.entity';
import type { Page } from '../common/envelope/envelope';
import { NotFoundError } from '../common/errors/errors';
import { paginate } from '../common/pagination/paginate';
import { Database } from '../database/database';
import type { NotificationListQuery } from './dto/notification-list.query';
import { Notification } from './notification.entity';

/** Reads appointments as far as messages are about them, and the messages about one. */
@Injectable()
export class NotificationsQueries {
  constructor(private readonly database: Database) {}

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
    const { manager } = this.database;
    const notifications = manager.createQueryBuilder(Notification, 'notification').where({ appointmentId });
    const page = await paginate(notifications, query, query.sort ?? { field: 'id', direction: 'desc' });
    if (page.total === 0) await this.statusOf(appointmentId, manager);
    return page;
  }
}
