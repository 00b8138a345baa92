import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Status } from '../appointments/appointment.entity';
import { Clock } from '../common/clock';
import { Config } from '../config/config';
import type { Act } from '../database/act';
import { Database } from '../database/database';
import type { Notify } from './dto/notify.dto';
import type { NotificationEvent } from './notification.entity';
import type { NotificationRow } from './notification-row';
import { NoAddressError } from './notifications.errors';
import { NotificationsQueries } from './notifications.queries';

/** What to tell the customer of an appointment. */
export interface Announcement {
  readonly appointmentId: number;
  readonly event: NotificationEvent;
}

/**
 * One statement, because bookings wait for it. Of two that run at the same moment for one appointment both may get the
 * same sequence number; calendars then go by DTSTAMP (RFC 5546, section 2.1.5).
 */
const ENQUEUE = {
  name: 'notifications.enqueue',
  text: `
    insert into notifications
      (appointment_id, customer_id, channel, event, recipient, sequence, snapshot, created_at, next_attempt_at)
    select a.id, a.customer_id, 'email', $2, c.email,
      coalesce((select max(n.sequence) + 1 from notifications n where n.appointment_id = a.id), 0),
      jsonb_build_object('customerName', trim(c.first_name || ' ' || c.last_name), 'serviceName', s.name,
        'providerName', u.name, 'locationName', l.name, 'locationAddress', l.address, 'status', a.status,
        'start', (extract(epoch from a.start_at) * 1000)::bigint, 'end', (extract(epoch from a.end_at) * 1000)::bigint,
        'timezone', coalesce(p.timezone, $3)),
      $4, $4
    from appointments a
    join customers c on c.id = a.customer_id
    join services s on s.id = a.service_id
    join users u on u.id = a.provider_id
    join providers p on p.id = a.provider_id
    left join locations l on l.id = a.location_id
    where a.id = $1 and c.email is not null and a.end_at > $5
    returning id, appointment_id as "appointmentId", channel, event, status`,
};

/** Before every appointment; a word of PostgreSQL. */
const EVER = '-infinity';

/** Queues messages to customers. What they say is what the appointment is at that moment, whatever becomes of it. */
@Injectable()
export class NotificationsService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly queries: NotificationsQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues the message that goes out by itself when an appointment is booked, moved or cancelled: before it is deleted,
   * after any other change. Nothing when NOTIFY_CUSTOMERS is off, the customer has no address, or the appointment is over
   * (a walk-in entered afterwards).
   */
  async announce(tx: EntityManager, appointmentId: number, event: NotificationEvent): Promise<void> {
    if (!this.config.notifyCustomers) return;
    await this.insert(tx, { appointmentId, event }, new Date(this.clock.now()));
  }

  /** Queues a message; it goes out once `tx` commits. `undefined` when the customer has no address. */
  enqueue(tx: EntityManager, announcement: Announcement): Promise<NotificationRow | undefined> {
    return this.insert(tx, announcement, EVER);
  }

  /** Queues a message because somebody asks for it. @throws NotFoundError, NoAddressError */
  request(act: Act, appointmentId: number, { event }: Notify): Promise<NotificationRow> {
    return this.database.transaction(act, async (tx) => {
      const status = await this.queries.statusOf(appointmentId, tx);
      const row = await this.enqueue(tx, { appointmentId, event: event ?? fitting(status) });
      if (row === undefined) throw new NoAddressError();
      return row;
    });
  }

  private async insert(
    tx: EntityManager,
    { appointmentId, event }: Announcement,
    endsAfter: Date | typeof EVER,
  ): Promise<NotificationRow | undefined> {
    const now = new Date(this.clock.now());
    const values = [appointmentId, event, this.config.businessTimeZone, now, endsAfter];
    const [row] = await this.database.rows<NotificationRow>(ENQUEUE, values, tx);
    return row;
  }
}

/** The message that fits a status. One that is over has none of its own: its details are sent as a confirmation. */
function fitting(status: Status): NotificationEvent {
  return status === 'cancelled' ? 'cancellation' : 'confirmation';
}
