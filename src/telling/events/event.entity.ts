import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The number of a change, and the audit entries that describe it. Only `EventNumbering` writes it. */
@Entity('events')
@Index('events_type_idx', ['type', 'id'])
@Index('events_resource_idx', ['resource', 'resourceId', 'id'])
export class Event {
  /** Rises by one, in the order of the commits. */
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'events_pkey' })
  readonly id: string;

  @Column('text')
  readonly type: string;

  @Column('text')
  readonly resource: string;

  @Column('text')
  readonly resourceId: string;

  @Column('timestamptz')
  readonly occurredAt: Date;

  @Column('bigint', { array: true })
  readonly entryIds: string[];
}

/** How far the audit trail is numbered. It has one row. */
@Entity('event_numbering')
@Check('event_numbering_one_row', 'only_row')
export class EventNumberingState {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'event_numbering_pkey' })
  readonly onlyRow: boolean;

  @Column('bigint')
  readonly lastEvent: string;

  @Column('bigint')
  readonly seen: string;

  @Column('jsonb')
  readonly gaps: [number, number][];

  @Column('jsonb')
  readonly oldGaps: [number, number][];

  /** The id of a transaction. */
  @Column('bigint')
  readonly horizon: string;
}
