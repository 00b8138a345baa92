/** The type of what POST /webhooks/{id}/test sends. It is no event: it has no number, and GET /events does not show it. */
export const TEST = 'webhook.test';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One attempt to deliver, as the delivery records it. */
export interface DeliveryAttempt {
  /** When it began, in ISO 8601. */
  readonly at: string;
  /** Null: there was no answer. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Why there was no answer. */
  readonly error: string | null;
}
