import type { Transport } from './transport';

/** How long a mail server may take: to be reached, to greet, for each answer, and for a whole message. In ms. */
const WAIT = { connection: 15_000, greeting: 15_000, answer: 30_000, message: 120_000 };

/** @param url SMTP_URL; what its query says wins over the settings here */
export async function openSmtp(url: string): Promise<Transport> {
  const { createTransport } = await import('nodemailer');
  const transporter = createTransport({
    url,
    connectionTimeout: WAIT.connection,
    greetingTimeout: WAIT.greeting,
    socketTimeout: WAIT.answer,
  });
  return async (mail) => {
    await transporter.sendMail({ ...mail, signal: AbortSignal.timeout(WAIT.message) });
  };
}

/** Where a message would go, for a person: `mail.example.com:587`. No user, no password. */
export function smtpServerOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'smtps:' ? '465' : '587')}`;
}
