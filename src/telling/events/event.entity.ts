import type { EventResource, EventType } from './event-types';
import type { Via } from '../../platform/vias';
import { Entity, Index } from 'typeorm';
import { bigint, column, primary, RowOf, text, timestamp } from '../../platform/database/entity-columns';
import type { WriteReason } from '../../platform/database/write-context';
import type { States } from './states-of';

/** The number of a change, and the audit entries that describe it. Only `EventNumbering` writes it. */
@Entity('events')
@Index('events_type_idx', ['type', 'id'])
@Index('events_resource_idx', ['resource', 'resourceId', 'id'])
export class Event extends RowOf({
  /** Rises by one, in the order of the commits. */
  id: primary(bigint()),
  type: text(),
  resource: text(),
  resourceId: text(),
  occurredAt: timestamp(),
  entryIds: column<string[]>('bigint', {}, { array: true }),
}) {}

/** An audit entry of an event. */
export interface EventEntry extends States {
  readonly id: number;
  /** As in the audit trail. */
  readonly resource: string;
  readonly resourceId: number;
}

/** An event with the audit entries that it is made of. */
export interface EventRow {
  readonly id: number;
  readonly type: EventType;
  readonly resource: EventResource;
  readonly resourceId: string;
  readonly occurredAt: Date;
  readonly via: Via;
  readonly userId: number | null;
  readonly apiKeyId: number | null;
  readonly tokenId: string | null;
  readonly requestId: string | null;
  readonly reason: WriteReason | null;
  /** By id. */
  readonly entries: readonly EventEntry[];
}
