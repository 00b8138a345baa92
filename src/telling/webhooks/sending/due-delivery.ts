/** New events of one webhook, or its other deliveries. One worker sends them at a time. */
export interface LaneKey {
  readonly webhookId: number;
  readonly isFirst: boolean;
}

/** A delivery that is to be sent now. */
export interface DueDelivery {
  readonly id: number;
  /** Null: a `webhook.test`. */
  readonly eventId: number | null;
  /** Deliveries of one subject are sent one after the other. */
  readonly subject: string;
  /** The same in every attempt and redelivery. */
  readonly messageId: string;
  /** A replay has written it: it waits for everything else of its webhook. */
  readonly isReplay: boolean;
  /** How many attempts have failed. */
  readonly failed: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** What a worker is to send to a webhook. */
export interface Lane extends LaneKey {
  readonly url: string;
  /** The newest first. */
  readonly secrets: readonly string[];
  readonly failingSince: Date | null;
  readonly deliveries: readonly DueDelivery[];
}
