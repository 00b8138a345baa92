import { Inject, Injectable, Logger } from '@nestjs/common';
import { Config } from '../config/config';
import { Mailer } from './mail/mailer';
import { isRefusedForGood, reasonOf } from './mail/send-error';
import { type DueNotification, NotificationQueue } from './notification-queue';

/**
 * Sends what is queued. At least once, not exactly once, which SMTP cannot do: a sender that dies between the server's "yes"
 * and our note of it leaves the message to be sent again, under the same Message-ID.
 */
@Injectable()
export class DeliveryService {
  private readonly logger = new Logger('Notifications');

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly queue: NotificationQueue,
    private readonly mailer: Mailer,
  ) {}

  /** Tries to send the message that is due longest, and notes what came of it. False when none is due. */
  async deliverNext(): Promise<boolean> {
    const notification = await this.queue.claim();
    if (notification === undefined) return false;
    const failure = await this.attempt(notification);
    if (failure === undefined) await this.queue.markSent(notification);
    else await this.giveBack(notification, failure);
    return true;
  }

  private async attempt(notification: DueNotification): Promise<{ error: unknown } | undefined> {
    try {
      await this.mailer.send(notification);
      return undefined;
    } catch (error) {
      return { error };
    }
  }

  private async giveBack(notification: DueNotification, { error }: { error: unknown }): Promise<void> {
    const reason = reasonOf(error, this.config.smtpUrl);
    const { id, attempt } = notification;
    this.logger.warn({ notificationId: id, attempt, reason }, 'Could not send a message');
    await this.queue.markFailed(notification, reason, isRefusedForGood(error));
  }
}
