import { withTimeout } from '../../platform/with-timeout';
import type { Config } from '../../platform/config/config';
import { settings } from '../../platform/config/settings';
import { outboxFolder } from '../../telling/notifications/mail/mailer';
import { reasonOf } from '../../telling/notifications/mail/send-error';
import { smtpServerOf } from '../../telling/notifications/mail/smtp';
import { type Finding, findingsOf } from './finding';

/** How long the mail server may take to be reached, to greet, and to let us in, in ms. */
const PATIENCE_MS = 10_000;

/** Whether the mail server lets us in. Sends nothing. */
export async function checkMail({ smtpUrl, mailFrom, dataDir }: Config): Promise<Finding[]> {
  const { ok, warning, fault } = findingsOf('mail');
  if (smtpUrl === undefined) return [ok(`no SMTP_URL: messages become files in ${outboxFolder(dataDir)}`)];
  const server = smtpServerOf(smtpUrl);
  try {
    await logIn(smtpUrl);
  } catch (error) {
    return [fault(`${server}: ${reasonOf(error, smtpUrl)}`)];
  }
  if (mailFrom.address === settings.mailFrom.parse(settings.mailFrom.default).address)
    return [warning(`${server} lets us in; but MAIL_FROM is not set, and who gets a message cannot answer`)];
  return [ok(`${server} lets us in; messages come from ${mailFrom.address}`)];
}

async function logIn(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  try {
    await withTimeout(PATIENCE_MS, transport.verify());
  } finally {
    transport.close();
  }
}
