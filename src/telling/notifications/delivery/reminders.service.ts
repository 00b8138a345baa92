import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { WORKER } from '../../../platform/database/write-context';
import { Database } from '../../../platform/database/database';
import { Jobs } from '../../../platform/queue/jobs';
import { MESSAGES } from './message-queue';
import { REMIND } from '../notifications.statements';

const HOUR_MS = 3_600_000;

/** How many reminders one transaction queues. */
const BATCH = 500;

/** The key of an advisory lock: while one looks for reminders, nobody else does. Of the transaction, so that a pooler may be between. */
const LOCK = {
  name: 'reminders.lock',
  text: 'select pg_try_advisory_xact_lock(7206519404) as "isOurs"',
};

/** Reminds customers of what they have booked, REMINDER_HOURS before it starts. */
@Injectable()
export class RemindersService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /**
   * Queues every reminder that is due: late when nobody looked in time, but never after the start, and once for each start that an
   * appointment is moved to.
   */
  async sweep(): Promise<void> {
    if (!this.config.notifyCustomers || this.config.reminderHours === 0) return;
    while ((await this.enqueueSome()) === BATCH);
  }

  /** @returns how many were queued; none while another process looks after them */
  private enqueueSome(): Promise<number> {
    const { businessTimeZone, reminderHours } = this.config;
    const now = this.clock.now();
    const until = new Date(now + reminderHours * HOUR_MS);
    const values = ['reminder', businessTimeZone, new Date(now), until, reminderHours, BATCH];
    return this.database.transaction(WORKER, async (tx) => {
      const [lock] = await this.database.rows<{ isOurs: boolean }>(LOCK, [], tx);
      if (lock?.isOurs !== true) return 0;
      const queued = await this.database.rows<{ id: number }>(REMIND, values, tx);
      const jobs = queued.map(({ id }) => ({ notificationId: id }));
      if (jobs.length > 0) await this.jobs.addAll(tx, MESSAGES, jobs);
      return jobs.length;
    });
  }
}
