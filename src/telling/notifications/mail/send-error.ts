/** The longest account of an error that is kept, in characters. */
const MAX_REASON = 500;

/** What the mail library says of an error, beside its message. */
interface SmtpError extends Error {
  /** Such as `ECONNECTION`, `EAUTH`, `EENVELOPE`. */
  readonly code?: string;
  /** The reply code of the server (RFC 5321, section 4.2). */
  readonly responseCode?: number;
  /** The command that was answered so. */
  readonly command?: string;
}

/**
 * Whether the server refuses this very message or its recipient for good, so that another attempt is vain. Refusing who we
 * are, or the sender, is not that: settings can be mended while the message waits.
 */
export function isRefusedForGood(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as SmtpError;
  return responseCode >= 500 && responseCode !== 503 && /^(RCPT|DATA)/.test(command);
}

/** What went wrong, on one line, for whoever looks after the service; without the password of SMTP_URL. */
export function reasonOf(error: unknown, smtpUrl: string | undefined): string {
  const message = error instanceof Error ? error.message : String(error);
  const redacted = secretsOf(smtpUrl).reduce((text, secret) => text.replaceAll(secret, '***'), message);
  return redacted.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON);
}

/** The password as it is, as it stands in the URL, and as it goes over the wire (RFC 4954, RFC 4616). */
function secretsOf(smtpUrl: string | undefined): string[] {
  if (smtpUrl === undefined) return [];
  const url = new URL(smtpUrl);
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  if (password === '') return [];
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return [password, url.password, base64(password), base64(`\0${user}\0${password}`)];
}
