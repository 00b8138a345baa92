import { randomBytes } from 'node:crypto';

/** Standard Webhooks: 24 to 64 random bytes in base64, behind a prefix. */
const SECRET_BYTES = 24;

export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
