import type { EventResource, EventType } from './event-types';

/** An event that has its number: what happened to which resource. `EventReader` gives its data. */
export interface NumberedEvent {
  /** Rises by one, in the order in which the changes were committed. */
  readonly id: number;
  readonly type: EventType;
  readonly resource: EventResource;
  /** As text, also where the API shows a number. */
  readonly resourceId: string;
  readonly occurredAt: Date;
}
