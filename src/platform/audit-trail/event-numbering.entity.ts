import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { IdRange } from './trail-cursor';

/** How far events are numbered: the only stored cursor of the audit trail, with the last number. It has one row. */
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
  readonly gaps: IdRange[];

  @Column('jsonb')
  readonly oldGaps: IdRange[];

  /** The id of a transaction. */
  @Column('bigint')
  readonly horizon: string;
}
