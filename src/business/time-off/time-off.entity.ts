import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { columnsOf, INSTANT, PLAIN } from '../../platform/database/columns';
import { Provider } from '../providers/provider.entity';
import { Resource } from '../resources/resource.entity';
import { Id } from '../../platform/database/entity-columns';

/** A stretch of time in which one provider is absent, or one resource out of use. */
@Entity('time_off')
@Check('time_off_not_empty', 'start_at < end_at')
@Check('time_off_one_owner', 'num_nonnulls(provider_id, resource_id) = 1')
@Index('time_off_provider_id_end_at_idx', ['providerId', 'endAt'])
@Index('time_off_resource_id_end_at_idx', ['resourceId', 'endAt'])
export class TimeOff {
  @Id('time_off')
  readonly id: number;

  /** Null: the time off of a resource. */
  @Column('int', { nullable: true })
  @ForeignKey(() => Provider, { name: 'time_off_provider_id_fkey', onDelete: 'CASCADE' })
  providerId: number | null;

  /** Null: the time off of a provider. */
  @Column('int', { nullable: true })
  @ForeignKey(() => Resource, { name: 'time_off_resource_id_fkey', onDelete: 'CASCADE' })
  resourceId: number | null;

  @Column('timestamptz')
  startAt: Date;

  @Column('timestamptz')
  endAt: Date;

  /** The date or the local time that was given; null: an instant, or a version before has written it. New zone rules move the others. */
  @Column('text', { nullable: true })
  givenStart: string | null;

  @Column('text', { nullable: true })
  givenEnd: string | null;

  /** The zone in which they were read. */
  @Column('text', { nullable: true })
  givenZone: string | null;

  @Column('text', { nullable: true })
  reason: string | null;

  @Column('timestamptz')
  createdAt: Date;
}

export const TIME_OFF_COLUMNS = columnsOf<TimeOff>({
  id: PLAIN,
  providerId: PLAIN,
  resourceId: PLAIN,
  startAt: INSTANT,
  endAt: INSTANT,
  givenStart: PLAIN,
  givenEnd: PLAIN,
  givenZone: PLAIN,
  reason: PLAIN,
  createdAt: INSTANT,
});
