import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { columnsOf, INSTANT, PLAIN } from '../../platform/database/columns';

/** A stretch of time in which the whole business is shut. */
@Entity('closures')
@Check('closures_not_empty', 'start_at < end_at')
@Index('closures_end_at_idx', ['endAt'])
export class Closure {
  @PrimaryGeneratedColumn('identity', {
    type: 'int',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'closures_pkey',
  })
  readonly id: number;

  @Column('timestamptz')
  startAt: Date;

  @Column('timestamptz')
  endAt: Date;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('timestamptz')
  createdAt: Date;
}

export const CLOSURE_COLUMNS = columnsOf<Closure>({
  id: PLAIN,
  startAt: INSTANT,
  endAt: INSTANT,
  reason: PLAIN,
  createdAt: INSTANT,
});
