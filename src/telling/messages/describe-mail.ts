import type { Config } from '../../platform/config/config';
import { outboxFolder } from './mail/outbox';
import { smtpServerOf } from './mail/smtp';

/** Says where messages to customers go, for the start-up log. Contains no password. */
export function describeMail({ smtpUrl, mailFrom, dataDir }: Config): string {
  if (smtpUrl === undefined) return `outbox folder ${outboxFolder(dataDir)} (set SMTP_URL to send)`;
  return `SMTP at ${smtpServerOf(smtpUrl)}, from ${mailFrom.address}`;
}
