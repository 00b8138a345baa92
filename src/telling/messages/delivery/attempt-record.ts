import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ManageLinks } from '../../../booking/links/manage-links';
import type { KnownLink } from '../../../booking/links/link-token';
import { Clock } from '../../../platform/clock';
import { WORKER } from '../../../platform/database/write-context';
import { Database } from '../../../platform/database/database';
import { Jobs } from '../../../platform/queue/jobs';
import type { DueMessage } from '../due-message';
import type { MessageJob } from './message-job';
import {
  BEGIN_ATTEMPT,
  LOCK_ATTEMPT,
  MARK_FAILED,
  MARK_FOR_RETRY,
  MARK_SENT,
  MARK_TEXT_DUE,
} from './attempts.statements';

interface BegunAttempt extends Omit<DueMessage, 'manageUrl'> {
  readonly link: KnownLink | null;
}

/** Records the outcome of each attempt to send a message: the message and its job change in one transaction. */
@Injectable()
export class AttemptRecord {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly links: ManageLinks,
  ) {}

  /** @returns the message to send; undefined when it was sent, given up, or deleted with its customer */
  async begin({ data, attempt }: MessageJob): Promise<DueMessage | undefined> {
    const values = [data.notificationId, attempt, new Date(this.clock.now())];
    const [begun] = await this.database.rows<BegunAttempt>(BEGIN_ATTEMPT, values);
    if (begun === undefined) return undefined;
    const { link, ...message } = begun;
    return { ...message, manageUrl: link && this.links.urlOf(link) };
  }

  async markSent(job: MessageJob, { facts }: DueMessage, said: string): Promise<void> {
    const values = [job.data.notificationId, new Date(this.clock.now()), said, facts.attendeeName ?? null];
    await this.database.transaction(WORKER, async (tx) => {
      await this.database.rows(MARK_SENT, values, tx);
      await this.jobs.complete(job, tx);
    });
  }

  /** Hands an SMS over to webhooks, once: not when another worker has begun a later attempt. */
  async markTextDue(job: MessageJob, text: string, expiresAt: Date): Promise<void> {
    const now = new Date(this.clock.now());
    await this.ifStillCurrent(job, async (tx, id) => {
      await this.database.rows(MARK_TEXT_DUE, [id, now, text, expiresAt], tx);
      await this.jobs.complete(job, tx);
    });
  }

  /** The queue hands the message out again after its backoff. */
  async markForRetry(job: MessageJob, reason: string): Promise<void> {
    const now = new Date(this.clock.now());
    await this.ifStillCurrent(job, async (tx, id) => {
      const nextAttemptAt = await this.jobs.putOff(job, tx);
      await this.database.rows(MARK_FOR_RETRY, [id, reason, now, nextAttemptAt], tx);
    });
  }

  /** Gives the message up. @param attempts how many attempts were made */
  async markFailed(job: MessageJob, reason: string, attempts: number): Promise<void> {
    await this.ifStillCurrent(job, async (tx, id) => {
      await this.jobs.complete(job, tx);
      await this.database.rows(MARK_FAILED, [id, reason, attempts], tx);
    });
  }

  /** Records nothing when another worker has begun a later attempt, because it took this worker for dead. */
  private async ifStillCurrent(
    { data, attempt }: MessageJob,
    record: (tx: EntityManager, id: number) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(WORKER, async (tx) => {
      const locked = await this.database.rows(LOCK_ATTEMPT, [data.notificationId, attempt], tx);
      if (locked.length > 0) await record(tx, data.notificationId);
    });
  }
}
