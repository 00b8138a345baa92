import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { WORKER } from '../../../platform/database/write-context';
import { Database } from '../../../platform/database/database';
import { type NamedStatement, valuesFor } from '../../../platform/database/named';
import { HOUR_MS } from '../../../platform/time/units';
import { INSERT_REMINDERS, INSERT_TEXT_REMINDERS } from './reminders.statements';

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
