import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import type { SendMailOptions } from 'nodemailer';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import type { DueNotification } from '../delivery/due-notification';
import { type MailMessage, writeMessage } from './message';
import { openOutbox } from './outbox';
import { openSmtp } from './smtp';
import type { Transport } from './transport';

/** Sends e-mail: over SMTP, or into the outbox folder when there is no SMTP_URL. Loads what that takes when first used. */
@Injectable()
export class Mailer {
  private transport: Promise<Transport> | undefined;

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @throws whatever the mail server or the file system says */
  async send(notification: DueNotification): Promise<void> {
    const message = await writeMessage(notification, this.config.mailFrom);
    const transport = await (this.transport ??= this.open());
    await transport(this.mailOf(message), fileName(notification));
  }

  private open(): Promise<Transport> {
    const { smtpUrl, dataDir } = this.config;
    return smtpUrl === undefined ? openOutbox(outboxFolder(dataDir)) : openSmtp(smtpUrl);
  }

  private mailOf({ calendar, from, to, ...message }: MailMessage): SendMailOptions {
    return {
      ...message,
      from: { name: from.name ?? '', address: from.address },
      to: { name: to.name ?? '', address: to.address },
      envelope: { from: from.address, to: [to.address] },
      date: new Date(this.clock.now()),
      // RFC 3834: no vacation notices in return.
      headers: { 'Auto-Submitted': 'auto-generated' },
      icalEvent: { ...calendar, filename: 'appointment.ics' },
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }
}

/** Where messages land when there is no SMTP_URL. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox');
}

/** In the order in which they were queued; the same when a message is written again. */
function fileName({ id, createdAt, event }: DueNotification): string {
  return `${createdAt.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${id}-${event}`;
}
