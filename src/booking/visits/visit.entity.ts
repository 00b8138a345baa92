import { Column, Entity } from 'typeorm';
import { columnsOf, INSTANT, INTERNAL, LINK_COUNTER, PLAIN } from '../../platform/database/columns';
import { Id, LinkCounterColumn } from '../../platform/database/entity-columns';

/** Several appointments of one customer in a row, booked together. Each of them names its visit. */
@Entity('visits')
export class Visit {
  @Id('visits')
  readonly id: number;

  @LinkCounterColumn()
  readonly linkCounter: number;

  /** Whether mails have one calendar entry for all of it. False: booked by a version before. */
  @Column('boolean', { default: false })
  readonly sharesEntry: boolean;

  @Column('timestamptz')
  readonly createdAt: Date;
}

export const VISIT_COLUMNS = columnsOf<Visit>({
  id: PLAIN,
  linkCounter: LINK_COUNTER,
  sharesEntry: INTERNAL,
  createdAt: INSTANT,
});
