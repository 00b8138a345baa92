import { Webhook as Signer } from 'standardwebhooks';

/** What a request to a webhook is signed with. */
export interface Signing {
  readonly messageId: string;
  /** Epoch ms. */
  readonly at: number;
  /** `whsec_…`. Each adds a signature. */
  readonly secrets: readonly string[];
  readonly body: Buffer;
}

/** The headers of a request to a webhook (Standard Webhooks). */
export function signedHeaders({ messageId, at, secrets, body }: Signing): Record<string, string> {
  const date = new Date(at);
  const signatures = secrets.map((secret) => new Signer(secret).sign(messageId, date, body));
  return {
    'content-type': 'application/json',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}
