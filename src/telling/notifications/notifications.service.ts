import { type AppointmentMessage, CustomerMessages } from '../../booking/appointments/customer-messages';
import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Status } from '../../booking/appointments/appointment-status';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { Jobs } from '../../platform/queue/jobs';
import type { Notify } from './dto/notify.dto';
import { MESSAGES } from './delivery/message-queue';
import type { NotificationEvent } from './notification.entity';
import type { NotificationRow } from './notification-row';
import { NoAddressError } from './notifications.errors';
import { NotificationsQueries } from './notifications.queries';
import { ENQUEUE, REQUESTED } from './notifications.statements';

/** What to tell the customer of an appointment. */
export interface Announcement {
  readonly appointmentId: number;
  readonly event: NotificationEvent;
}

/** Before every appointment; a word of PostgreSQL. */
const EVER = '-infinity';

/** Queues messages to customers. What they say is what the appointment is at that moment, whatever becomes of it. */
@Injectable()
export class NotificationsService extends CustomerMessages {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly queries: NotificationsQueries,
    private readonly clock: Clock,
  ) {
    super();
  }

  /**
   * Queues the message that goes out by itself when an appointment is booked, moved or cancelled: before it is deleted,
   * after any other change. Nothing when NOTIFY_CUSTOMERS is off, the customer has no address, or the appointment is over
   * (a walk-in entered afterwards).
   */
  async queue(tx: EntityManager, appointmentId: number, event: AppointmentMessage): Promise<void> {
    if (!this.config.notifyCustomers) return;
    await this.write(tx, { appointmentId, event }, new Date(this.clock.now()));
  }

  /** Queues a message; it goes out once `tx` commits. `undefined` when the customer has no address. */
  enqueue(tx: EntityManager, announcement: Announcement): Promise<NotificationRow | undefined> {
    return this.write(tx, announcement, EVER);
  }

  /** Queues a message because somebody asks for it. @throws NotFoundError, NoAddressError */
  request(context: WriteContext, appointmentId: number, { event }: Notify): Promise<NotificationRow> {
    return this.database.transaction(context, async (tx) => {
      const status = await this.queries.statusOf(appointmentId, tx);
      const row = await this.enqueue(tx, { appointmentId, event: event ?? fitting(status) });
      if (row === undefined) throw new NoAddressError();
      await this.database.rows(REQUESTED, [row.id], tx);
      return row;
    });
  }

  private async write(
    tx: EntityManager,
    { appointmentId, event }: Announcement,
    endsAfter: Date | typeof EVER,
  ): Promise<NotificationRow | undefined> {
    const now = new Date(this.clock.now());
    const values = [event, this.config.businessTimeZone, now, appointmentId, endsAfter];
    const [row] = await this.database.rows<NotificationRow>(ENQUEUE, values, tx);
    if (row !== undefined) await this.jobs.add(tx, MESSAGES, { notificationId: row.id });
    return row;
  }
}

/** The message that fits a status. One that is over has none of its own: its details are sent as a confirmation. */
function fitting(status: Status): NotificationEvent {
  return status === 'cancelled' ? 'cancellation' : 'confirmation';
}
