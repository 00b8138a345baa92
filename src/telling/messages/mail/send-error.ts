/** In characters. */
const MAX_REASON_LENGTH = 500;

/** What nodemailer adds to an error. */
interface SmtpError extends Error {
  /** Such as `ECONNECTION`, `EAUTH`, `EENVELOPE`. */
  readonly code?: string;
  /** The reply code of the server (RFC 5321, section 4.2). */
  readonly responseCode?: number;
  /** The command that the server answered. */
  readonly command?: string;
}

/** Refused for good: a retry is useless. A refused login or sender does not count: the operator can correct it while the message waits. */
export function isPermanentRefusal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as SmtpError;
  return responseCode >= 500 && responseCode !== 503 && /^(RCPT|DATA)/.test(command);
}

/** The error on one line, for the operator. The password of SMTP_URL is replaced by `***`. */
export function reasonOf(error: unknown, smtpUrl: string | undefined): string {
  const message = error instanceof Error ? error.message : String(error);
  const redacted = secretsOf(smtpUrl).reduce((text, secret) => text.replaceAll(secret, '***'), message);
  return redacted.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_REASON_LENGTH);
}

/** A reason for the log, which names no person: mail servers repeat the address, or the part before the `@`. */
export function withoutAddresses(reason: string, recipient: string): string {
  const localPart = recipient.replace(/@[^@]*$/, '').replaceAll(/\W/g, String.raw`\$&`);
  const names = new RegExp(String.raw`[^\s<>"',;:]+@[^\s<>"',;:]+|(?<![\w.])${localPart}(?![\w.])`, 'gi');
  return reason.replaceAll(names, '***');
}

/** The spellings of the password: decoded, as in the URL, and as SMTP encodes it (RFC 4954, RFC 4616). */
function secretsOf(smtpUrl: string | undefined): string[] {
  if (smtpUrl === undefined) return [];
  const url = new URL(smtpUrl);
  const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  if (password === '') return [];
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return [password, url.password, base64(password), base64(`\0${user}\0${password}`)];
}
