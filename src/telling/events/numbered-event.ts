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

/** An event with the ids of the audit entries that it is made of, which one transaction wrote; ascending. */
export interface RecordedEvent extends NumberedEvent {
  readonly entryIds: readonly number[];
}
