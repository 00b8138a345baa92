import { randomBytes } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';

/** What a request to a webhook is signed with. */
export interface Signing {
  readonly messageId: string;
  /** Epoch ms. */
  readonly at: number;
  /** Each adds a signature. */
  readonly signers: readonly Signer[];
  readonly body: string;
}

/** Standard Webhooks: 24 to 64 random bytes in base64, behind a prefix. */
const SECRET_BYTES = 24;

export function newSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** @param secrets `whsec_…` */
export function signersOf(secrets: readonly string[]): readonly Signer[] {
  return secrets.map((secret) => new Signer(secret));
}

/** The headers of a request to a webhook (Standard Webhooks). */
export function signedHeaders({ messageId, at, signers, body }: Signing): Record<string, string> {
  const date = new Date(at);
  const signatures = signers.map((signer) => signer.sign(messageId, date, body));
  return {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}
