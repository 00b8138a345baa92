import { Injectable } from '@nestjs/common';
import { COUNT_BY_STATUS } from '../../booking/waitlist/waitlist.statements';
import { isStaleSql } from '../../business/busy-calendars/stale';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';

/** What the database knows of the work in the background. */
export interface WorkState {
  /** The jobs that wait, by queue. */
  readonly queues: readonly QueueState[];
  /** How many messages were given up. */
  readonly failedMessages: number;
  /** The open entries of the waitlist, by status. */
  readonly waitlist: Readonly<Record<string, number>>;
  readonly webhooks: WebhookState;
  readonly calendars: BusyCalendarState;
}

interface QueueState {
  readonly queue: string;
  readonly waiting: number;
  /** Seconds since the oldest waiting job became due; 0 if none is due. */
  readonly oldestDueS: number;
}

interface WebhookState {
  /** Seconds since the oldest pending delivery to an active webhook was queued; 0 if none is pending. */
  readonly oldestPendingS: number;
  /** The number of all attempts so far, by outcome. */
  readonly attempts: Readonly<Record<string, number>>;
}

/** The active busy calendars. */
interface BusyCalendarState {
  readonly current: number;
  readonly stale: number;
  /** Events that the last readings left out. */
  readonly unreadableEvents: number;
}

/** One row for each queue, also for an empty one. The index from which pg-boss takes jobs serves it. */
const QUEUES = {
  name: 'metrics.queues',
  text: `
    select q.name as queue, count(j.id)::int as waiting,
      greatest(0, coalesce(extract(epoch from now() - min(j.start_after)), 0))::float8 as "oldestDueS"
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state < 'active'
    group by q.name`,
};
const FAILED = {
  name: 'metrics.failed-messages',
  text: `select count(*)::int as failed from notifications where status = 'failed'`,
};
/** One index probe for each webhook. Value: now. */
const WEBHOOKS = {
  name: 'metrics.webhooks',
  text: `
    select greatest(0, coalesce(extract(epoch from $1 - min(d.created_at)), 0))::float8 as "oldestPendingS",
      coalesce((select json_object_agg(outcome, attempts) from webhook_attempts), '{}') as attempts
    from webhooks w cross join lateral (
      select created_at from webhook_deliveries where webhook_id = w.id and status = 'pending' order by id limit 1
    ) d
    where w.active`,
};
/** Value: now. */
const CALENDARS = {
  name: 'metrics.busy-calendars',
  text: `select count(*) filter (where not ${isStaleSql('k', '$1')})::int as current,
      count(*) filter (where ${isStaleSql('k', '$1')})::int as stale,
      coalesce(sum(k.unreadable_events), 0)::int as "unreadableEvents"
    from busy_calendars k where k.active`,
};

@Injectable()
export class StateQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<WorkState> {
    const { database } = this;
    const now = [new Date(this.clock.now())];
    const [queues, { failed }, waitlist, webhooks, calendars] = await Promise.all([
      database.rows<QueueState>(QUEUES, []),
      database.one<{ failed: number }>(FAILED, []),
      database.one<WorkState['waitlist']>(COUNT_BY_STATUS, now),
      database.one<WebhookState>(WEBHOOKS, now),
      database.one<BusyCalendarState>(CALENDARS, now),
    ]);
    return { queues, failedMessages: failed, waitlist, webhooks, calendars };
  }
}
