import { Injectable } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import { MAX_ATTEMPTS, retryDelayMs } from './retries';
import type { NotificationEvent } from './notification.entity';
import type { Snapshot } from './snapshot';

/** How long a claimed message is ours, in ms. Longer than any attempt to send it may take. */
const LEASE_MS = 5 * 60_000;

/** A message that is to be sent now. */
export interface DueNotification {
  readonly id: number;
  readonly appointmentId: number;
  readonly event: NotificationEvent;
  readonly recipient: string;
  readonly sequence: number;
  readonly snapshot: Snapshot;
  /** Counted from 1, this one included. */
  readonly attempt: number;
  readonly createdAt: Date;
  /** The id of this installation. */
  readonly instance: string;
}

/**
 * Takes the message that is due longest, and puts off the next look at it: should its sender die, it is due again then.
 * Materialized, so that it is looked up once, whatever the plan: a second look would take a second message.
 */
const CLAIM = {
  name: 'notifications.claim',
  text: `
    with due as materialized (
      select id from notifications where status = 'queued' and next_attempt_at <= $1
      order by next_attempt_at, id limit 1 for update skip locked
    )
    update notifications n set attempts = n.attempts + 1, next_attempt_at = $2
    from due, instance
    where n.id = due.id
    returning n.id, n.appointment_id as "appointmentId", n.event, n.recipient, n.sequence, n.snapshot,
      n.attempts as attempt, n.created_at as "createdAt", instance.uuid as instance`,
};
const SENT = {
  name: 'notifications.sent',
  text: `update notifications set status = 'sent', sent_at = $2, last_error = null where id = $1`,
};
/** Of this attempt only: a sender that was taken for dead does not undo what its successor did. */
const FAILED = {
  name: 'notifications.failed',
  text: `update notifications set status = $3, last_error = $4, next_attempt_at = $5
         where id = $1 and attempts = $2 and status = 'queued'`,
};

/** The worker's side of the queue. Any number of workers may share it: each message is claimed by one at a time. */
@Injectable()
export class NotificationQueue {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The message to send next, now being sent by the caller; undefined when none is due. */
  async claim(): Promise<DueNotification | undefined> {
    const now = this.clock.now();
    const values = [new Date(now), new Date(now + LEASE_MS)];
    const [due] = await this.database.rows<DueNotification>(CLAIM, values);
    return due;
  }

  async markSent({ id }: DueNotification): Promise<void> {
    await this.database.rows(SENT, [id, new Date(this.clock.now())]);
  }

  /** Puts a message off to a later attempt; gives it up after the last one, or when another would be as vain. */
  async markFailed({ id, attempt }: DueNotification, reason: string, isVain: boolean): Promise<void> {
    const status = isVain || attempt >= MAX_ATTEMPTS ? 'failed' : 'queued';
    const nextAttemptAt = new Date(this.clock.now() + retryDelayMs(attempt));
    await this.database.rows(FAILED, [id, attempt, status, reason, nextAttemptAt]);
  }
}
