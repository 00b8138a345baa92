import type { EntityManager } from 'typeorm';
import type { RecordedEvent } from './numbered-event';

/** What has to learn of every event. `EventNumbering` calls it. */
export abstract class EventReceivers {
  /**
   * Queues what is to be sent because of some events, in the transaction that numbers them: so it is queued exactly once.
   * @param events at most 1,000, in the order of their ids
   */
  abstract queue(tx: EntityManager, events: readonly RecordedEvent[]): Promise<void>;
}
