import { Inject, Injectable, Logger } from '@nestjs/common';
import { Config } from '../../../platform/config/config';
import { Jobs } from '../../../platform/queue/jobs';
import { DeliveryRecord } from './delivery-record';
import type { DueNotification } from './due-notification';
import { Mailer } from '../mail/mailer';
import { isRefusedForGood, reasonOf } from '../mail/send-error';
import { type MessageJob, MESSAGES, type Turn } from './message-queue';
import { MAX_ATTEMPTS } from './retries';

/**
 * Sends what is queued. At least once, not exactly once, which SMTP cannot do: a sender that dies between the server's "yes"
 * and our note of it leaves the message to be sent again, under the same Message-ID.
 */
@Injectable()
export class DeliveryService {
  private readonly logger = new Logger('Notifications');

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly jobs: Jobs,
    private readonly record: DeliveryRecord,
    private readonly mailer: Mailer,
  ) {}

  /** Tries to send the message that has waited longest, and notes what came of it. False when none is due. */
  async deliverNext(): Promise<boolean> {
    const turn = await this.jobs.take<MessageJob>(MESSAGES);
    if (turn === undefined) return false;
    const notification = await this.record.begin(turn);
    if (notification === undefined) await this.jobs.complete(turn);
    else await this.deliver(turn, notification);
    return true;
  }

  private async deliver(turn: Turn, notification: DueNotification): Promise<void> {
    const vain = whyVain(turn, notification);
    if (vain !== undefined) return this.record.markFailed(turn, vain, turn.attempt - 1);
    const failure = await this.attempt(notification);
    await (failure === undefined ? this.record.markSent(turn) : this.giveBack(turn, failure));
  }

  private async attempt(notification: DueNotification): Promise<{ error: unknown } | undefined> {
    try {
      await this.mailer.send(notification);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  private async giveBack(turn: Turn, { error }: { error: unknown }): Promise<void> {
    const reason = reasonOf(error, this.config.smtpUrl);
    const { attempt, data } = turn;
    this.logger.warn({ notificationId: data.notificationId, attempt, reason }, 'Could not send a message');
    const isFinal = isRefusedForGood(error) || attempt >= MAX_ATTEMPTS;
    await (isFinal ? this.record.markFailed(turn, reason, attempt) : this.record.markPutOff(turn, reason));
  }
}

/** Why a message is not even to be tried, if so. */
function whyVain({ attempt }: Turn, { isOutdated }: DueNotification): string | undefined {
  if (isOutdated) return 'The appointment has begun, or was moved or cancelled';
  return attempt > MAX_ATTEMPTS ? 'Its sender ended during the last attempt' : undefined;
}
