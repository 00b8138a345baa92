import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { columnsOf, INSTANT, PLAIN } from '../../platform/database/columns';

/** Several appointments of one customer in a row, booked together. Each of them names its visit. */
@Entity('visits')
export class Visit {
  @PrimaryGeneratedColumn('identity', {
    type: 'int',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'visits_pkey',
  })
  readonly id: number;

  @Column('timestamptz')
  readonly createdAt: Date;
}

export const VISIT_COLUMNS = columnsOf<Visit>({
  id: PLAIN,
  createdAt: INSTANT,
});
