import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

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
