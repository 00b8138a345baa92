import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Jobs } from '../../../platform/queue/jobs';
import { AttemptRecord } from './attempt-record';
import type { DueMessage } from '../due-message';
import { Mailer } from '../mail/mailer';
import { isPermanentRefusal, reasonOf, withoutAddresses } from '../mail/send-error';
import { MESSAGE_QUEUE, type MessageJob, type MessageJobData } from './message-job';
import { OFFER } from '../message-kinds';
import { expiryOf, TextComposer } from '../texts/text-composer';

/** Within 8 to 16 hours: pg-boss waits 14 to 28 s after the first attempt, and twice as long after each further one (see the migration). */
export const MAX_ATTEMPTS = 12;

/** Delivery is at least once, as SMTP allows no more: after a crash, the next worker may send again, under the same Message-ID. */
@Injectable()
export class DeliveryService {
  private readonly logger = new Logger('Messages');

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly jobs: Jobs,
    private readonly record: AttemptRecord,
    private readonly mailer: Mailer,
    private readonly texts: TextComposer,
    private readonly clock: Clock,
  ) {}

  /** Tries to send the due message that has waited longest, and records the outcome. @returns false when none is due */
  async deliverNext(): Promise<boolean> {
    const job = await this.jobs.take<MessageJobData>(MESSAGE_QUEUE);
    if (job === undefined) return false;
    const message = await this.record.begin(job);
    if (message === undefined) await this.jobs.complete(job);
    else await this.deliver(job, message);
    return true;
  }

  private async deliver(job: MessageJob, message: DueMessage): Promise<void> {
    const reason = skipReason(job, message, this.clock.now());
    if (reason !== undefined) return this.record.markFailed(job, reason, job.attempt - 1);
    if (message.channel === 'sms') return this.handOver(job, message);
    const sent = await this.send(message);
    await ('said' in sent
      ? this.record.markSent(job, message, sent.said)
      : this.recordFailure(job, message, sent.error));
  }

  /** Webhooks send an SMS. It has no attempts of its own: its text, its event and the end of its job are one transaction. */
  private async handOver(job: MessageJob, message: DueMessage): Promise<void> {
    const { text, expiresAt } = await this.texts.compose(message);
    await this.record.markTextDue(job, text, expiresAt);
  }

  private async send(message: DueMessage): Promise<{ said: string } | { error: unknown }> {
    try {
      return { said: await this.mailer.send(message) };
    } catch (error) {
      return { error };
    }
  }

  private async recordFailure(job: MessageJob, { recipient }: DueMessage, error: unknown): Promise<void> {
    const reason = reasonOf(error, this.config.smtpUrl);
    const { attempt, data } = job;
    this.logger.warn(
      { notificationId: data.notificationId, attempt, reason: withoutAddresses(reason, recipient) },
      'Could not send a message',
    );
    const isFinal = isPermanentRefusal(error) || attempt >= MAX_ATTEMPTS;
    await (isFinal ? this.record.markFailed(job, reason, attempt) : this.record.markForRetry(job, reason));
  }
}

/** Why this attempt must not send the message; undefined when it may. */
function skipReason({ attempt }: MessageJob, message: DueMessage, now: number): string | undefined {
  const isTooLate = message.channel === 'sms' && expiryOf(message) <= now;
  if (message.isOutdated || isTooLate)
    return message.event === OFFER
      ? 'The offer has ended'
      : 'The appointment has begun, or was moved or cancelled';
  return attempt > MAX_ATTEMPTS ? 'The worker died during the last attempt' : undefined;
}
