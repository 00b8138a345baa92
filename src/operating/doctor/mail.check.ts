import { withTimeout } from '../../platform/async/with-timeout';
import type { Config } from '../../platform/config/config';
import { settings } from '../../platform/config/settings';
import { outboxFolder } from '../../telling/messages/mail/outbox';
import { reasonOf } from '../../telling/messages/mail/send-error';
import { smtpServerOf } from '../../telling/messages/mail/smtp';
import { type Finding, findingsOf } from './finding';

/** How long the mail server may take to accept the connection, to greet and to log in, in ms each. */
const PATIENCE_MS = 10_000;

/** Warns when links would lead customers and providers, who are on other machines, to localhost. */
export function checkPublicUrl({ smtpUrl, publicUrl, port }: Config): Finding {
  const { ok, warning } = findingsOf('public address');
  if (publicUrl !== undefined) return ok(`links begin with ${publicUrl}`);
  const links = `no PUBLIC_URL: links begin with http://localhost:${port}`;
  return smtpUrl === undefined ? ok(links) : warning(`${links}, which works on this machine only`);
}

/** Checks that the mail server accepts the login. Sends nothing. */
export async function checkMail({ smtpUrl, mailFrom, dataDir }: Config): Promise<Finding[]> {
  const { ok, warning, fault } = findingsOf('mail');
  if (smtpUrl === undefined) return [ok(`no SMTP_URL: messages are written to ${outboxFolder(dataDir)}`)];
  const server = smtpServerOf(smtpUrl);
  try {
    await logIn(smtpUrl);
  } catch (error) {
    return [fault(`${server}: ${reasonOf(error, smtpUrl)}`)];
  }
  if (mailFrom.address === settings.mailFrom.parse(settings.mailFrom.default).address)
    return [
      warning(`${server} accepts the login, but MAIL_FROM is not set: customers cannot reply to a message`),
    ];
  return [ok(`${server} accepts the login; messages come from ${mailFrom.address}`)];
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
