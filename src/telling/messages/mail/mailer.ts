import { Inject, Injectable, Logger } from '@nestjs/common';
import type { SendMailOptions } from 'nodemailer';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import type { DueMessage } from '../due-message';
import type { CalendarEntry } from '../calendar/calendar-entry';
import { type Email, composeEmail } from './email';
import { openOutbox, outboxFile, outboxFolder } from './outbox';
import { saidIn } from './said-text';
import { openSmtp } from './smtp';
import type { Transport } from './transport';

/** Sends e-mail over SMTP, or writes it into the outbox folder when SMTP_URL is not set. Loads the mail library at first use. */
@Injectable()
export class Mailer {
  private readonly logger = new Logger('Messages');
  private transport: Promise<Transport> | undefined;

  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** @returns what it said @throws Error of the mail server or the file system */
  async send(message: DueMessage): Promise<string> {
    const email = await composeEmail(message, this.config, (faults) => {
      this.logger.warn({ faults }, 'Templates of messages have faults, so the own ones are used');
    });
    const transport = await (this.transport ??= this.open());
    await transport(this.mailOf(email), outboxFile(message));
    return saidIn(email, message.manageUrl);
  }

  private open(): Promise<Transport> {
    const { smtpUrl, dataDir } = this.config;
    return smtpUrl === undefined ? openOutbox(outboxFolder(dataDir)) : openSmtp(smtpUrl);
  }

  private mailOf({ calendars, from, replyTo, to, thread, ...content }: Email): SendMailOptions {
    return {
      ...content,
      from: { name: from.name ?? '', address: from.address },
      ...(replyTo !== null && { replyTo: { name: '', address: replyTo } }),
      to: { name: to.name ?? '', address: to.address },
      envelope: { from: from.address, to: [to.address] },
      date: new Date(this.clock.now()),
      ...(thread !== null && { inReplyTo: thread, references: thread }),
      headers: NO_ANSWERS,
      ...calendarParts(calendars),
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }
}

/** Requests no vacation notices and no receipts: RFC 3834, and what Exchange reads instead. Reports of failed delivery may come. */
const NO_ANSWERS = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'DR, RN, NRN, OOF, AutoReply',
};

/**
 * An entry is an alternative to the text, and an attachment for programs that look at attachments alone. Several, of what versions before
 * have booked together, are attachments alone.
 */
function calendarParts(calendars: readonly CalendarEntry[]): SendMailOptions {
  const [first, ...others] = calendars;
  if (first === undefined) return {};
  if (others.length === 0) return { icalEvent: { ...first, filename: 'invite.ics' } };
  return {
    attachments: calendars.map(({ method, content }, index) => ({
      content,
      contentType: `text/calendar; charset=utf-8; method=${method}`,
      filename: `appointment-${index + 1}.ics`,
    })),
  };
}
