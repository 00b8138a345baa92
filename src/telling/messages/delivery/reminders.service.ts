import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { WORKER } from '../../../platform/database/write-context';
import { Database } from '../../../platform/database/database';
import { type NamedStatement, valuesFor, named } from '../../../platform/database/named';
import { HOUR_MS } from '../../../platform/time/units';
import { FREED, isExpected, isOneOf } from '../../../booking/appointment-status';
import { wholeMs } from '../facts.statements';
import type { Channel } from '../message-kinds';
import { insertMessages } from '../messages.statements';

/**
 * The last of the `:steps` (hours before the start) that has come by now, and its moment. An interval of hours is real time, on days of
 * a clock change, too.
 */
const LAST_STEP = `
  cross join lateral (
    select min(hours) as hours, a.start_at - make_interval(hours => min(hours)) as moment
    from unnest(:steps::int[]) hours where a.start_at <= :now::timestamptz + make_interval(hours => hours)) step`;

/** Whether the appointment `a` was moved, or freed and then expected again, since the moment of the step. */
const CHANGED_SINCE = `a.updated_at >= step.moment and exists (
      select from audit_entries e
      where e.resource = 'appointments' and e.resource_id = a.id and e.action = 'update' and e.at >= step.moment
        and (e.before ->> 'start_at' is distinct from e.after ->> 'start_at' or ${isOneOf(`e.before ->> 'status'`, FREED)}))`;

/**
 * Inserts at most `:most` reminders, the soonest start first: of the appointments that start after now and up to `:until`, and that were booked
 * before the moment of their last step. An earlier step that no worker was there for is left out: the customer would get two at once. A
 * message on the channel with this same start that was queued since that moment makes a reminder superfluous: it was the reminder, or it
 * announced that the appointment moved there. A move without a message counts the same.
 */
const insertReminders = (channel: Channel) =>
  insertMessages({
    channel,
    steps: LAST_STEP,
    condition: `a.start_at > :now and a.start_at <= :until and ${isExpected('a.status')}
    and a.created_at < step.moment
    and not exists (
      select from notifications n
      where n.appointment_id = a.id and n.provider_id is null and n.channel = '${channel}' and n.created_at >= step.moment
        and (n.snapshot ->> 'start')::bigint = ${wholeMs('a.start_at')}
    )
    and not (${CHANGED_SINCE})
    order by a.start_at, a.id limit :most`,
  });

const INSERT_REMINDERS = named('messages.insert-reminders', insertReminders('email'));

/** The same as SMS. */
const INSERT_TEXT_REMINDERS = named('messages.insert-text-reminders', insertReminders('sms'));

/** How many reminders one transaction queues. */
const BATCH = 500;

/** An advisory lock of the transaction, not of the session: it also works behind a transaction pooler such as PgBouncer. */
const TRY_LOCK = {
  name: 'reminders.try-lock',
  text: 'select pg_try_advisory_xact_lock(7206519404) as "isOurs"',
};

/** Reminds customers of their appointments, at each step of REMINDER_HOURS before the start. */
@Injectable()
export class RemindersService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Once for each step before each start of an appointment. After a pause of the workers, a reminder comes late, but never after the
   * start, and only the last step that is due.
   */
  async enqueueDue(): Promise<void> {
    if (!this.config.notifyCustomers || this.config.reminderHours.length === 0) return;
    const statements =
      this.config.sms === 'off' ? [INSERT_REMINDERS] : [INSERT_REMINDERS, INSERT_TEXT_REMINDERS];
    for (const insert of statements) while ((await this.enqueueBatch(insert)) === BATCH);
  }

  /** @returns how many reminders were queued; 0 while another process holds the lock */
  private enqueueBatch(insert: NamedStatement): Promise<number> {
    const { businessTimeZone, reminderHours } = this.config;
    const now = this.clock.now();
    const until = new Date(now + Math.max(...reminderHours) * HOUR_MS);
    const about = { now: new Date(now), until, steps: reminderHours, most: BATCH };
    const values = valuesFor(insert, { event: 'reminder', zone: businessTimeZone, ...about });
    return this.database.transaction(WORKER, async (tx) => {
      const [lock] = await this.database.rows<{ isOurs: boolean }>(TRY_LOCK, [], tx);
      if (lock?.isOurs !== true) return 0;
      return (await this.database.rows(insert, values, tx)).length;
    });
  }
}
