import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Provider } from '../providers/provider.entity';

/** A stretch of time in which one provider is absent. */
@Entity('time_off')
@Check('time_off_not_empty', 'start_at < end_at')
@Index('time_off_provider_id_end_at_idx', ['providerId', 'endAt'])
export class TimeOff {
  @PrimaryGeneratedColumn('identity', {
    type: 'int',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'time_off_pkey',
  })
  readonly id: number;

  @Column('int')
  @ForeignKey(() => Provider, { name: 'time_off_provider_id_fkey', onDelete: 'CASCADE' })
  providerId: number;

  @Column('timestamptz')
  startAt: Date;

  @Column('timestamptz')
  endAt: Date;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('timestamptz')
  createdAt: Date;
}
