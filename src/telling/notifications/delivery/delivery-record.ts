import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { WORKER } from '../../../platform/database/write-context';
import { Database } from '../../../platform/database/database';
import { Jobs } from '../../../platform/queue/jobs';
import type { DueNotification } from './due-notification';
import type { Turn } from './message-queue';
import { BEGIN, GIVE_UP, HOLD, PUT_OFF, SENT } from '../notifications.statements';

/** Notes what came of each attempt to send a message, in one transaction with what the queue is to know of it. */
@Injectable()
export class DeliveryRecord {
  constructor(
    private readonly database: Database,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  /** The message to send; undefined when it is sent already, given up, or gone with its customer. */
  async begin({ data, attempt }: Turn): Promise<DueNotification | undefined> {
    const values = [data.notificationId, attempt, new Date(this.clock.now())];
    const [notification] = await this.database.rows<DueNotification>(BEGIN, values);
    return notification;
  }

  async markSent(turn: Turn): Promise<void> {
    const now = new Date(this.clock.now());
    await this.database.transaction(WORKER, async (tx) => {
      await this.database.rows(SENT, [turn.data.notificationId, now], tx);
      await this.jobs.complete(turn, tx);
    });
  }

  /** Leaves a message to a later attempt. */
  async markPutOff(turn: Turn, reason: string): Promise<void> {
    const now = new Date(this.clock.now());
    await this.unlessOvertaken(turn, async (tx, id) => {
      const nextAttemptAt = await this.jobs.putOff(turn, tx);
      await this.database.rows(PUT_OFF, [id, reason, now, nextAttemptAt], tx);
    });
  }

  /** Gives a message up. @param tries how often it was tried to send it */
  async markFailed(turn: Turn, reason: string, tries: number): Promise<void> {
    await this.unlessOvertaken(turn, async (tx, id) => {
      await this.jobs.complete(turn, tx);
      await this.database.rows(GIVE_UP, [id, reason, tries], tx);
    });
  }

  /** A sender that was taken for dead says nothing more about its attempt. */
  private async unlessOvertaken(
    { data, attempt }: Turn,
    note: (tx: EntityManager, id: number) => Promise<void>,
  ): Promise<void> {
    await this.database.transaction(WORKER, async (tx) => {
      const held = await this.database.rows(HOLD, [data.notificationId, attempt], tx);
      if (held.length > 0) await note(tx, data.notificationId);
    });
  }
}
