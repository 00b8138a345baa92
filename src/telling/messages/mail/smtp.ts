import { encodeLookalikes } from './encoded-words';
import type { Transport } from './transport';

/** Timeouts in ms. `answer` is the longest silence of the server; `message` bounds a whole delivery. */
const TIMEOUT = { connection: 15_000, greeting: 15_000, answer: 30_000, message: 120_000 };

/** @param url SMTP_URL; its query parameters override the settings here */
export async function openSmtp(url: string): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const transporter = createTransport({
    url,
    connectionTimeout: TIMEOUT.connection,
    greetingTimeout: TIMEOUT.greeting,
    socketTimeout: TIMEOUT.answer,
  });
  transporter.use('stream', encodeLookalikes);
  return async (mail) => {
    await transporter.sendMail({ ...mail, signal: AbortSignal.timeout(TIMEOUT.message) });
  };
}

/** Host and port for people to read, such as `mail.example.com:587`. Contains no user and no password. */
export function smtpServerOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`;
}
