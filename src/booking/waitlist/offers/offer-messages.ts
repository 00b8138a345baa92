import type { EntityManager } from 'typeorm';

/** Queues messages to customers who are offered a time. `telling/messages` implements it, because booking may not import telling. */
export abstract class OfferMessages {
  /** Queues the message about an offer; it is sent once `tx` has committed. @param holdToken the id that clients see */
  abstract queue(tx: EntityManager, holdToken: string): Promise<void>;
}
