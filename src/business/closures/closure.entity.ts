import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { columnsOf, INSTANT, PLAIN } from '../../platform/database/columns';
import { Location } from '../locations/location.entity';
import { Id } from '../../platform/database/entity-columns';

/** A stretch of time in which the whole business or one of its places is shut. */
@Entity('closures')
@Check('closures_not_empty', 'start_at < end_at')
@Index('closures_end_at_idx', ['endAt'])
@Index('closures_location_id_idx', ['locationId'])
export class Closure {
  @Id('closures')
  readonly id: number;

  /** Null: the whole business. */
  @Column('int', { nullable: true })
  @ForeignKey(() => Location, { name: 'closures_location_id_fkey', onDelete: 'CASCADE' })
  locationId: number | null;

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

export const CLOSURE_COLUMNS = columnsOf<Closure>({
  id: PLAIN,
  locationId: PLAIN,
  startAt: INSTANT,
  endAt: INSTANT,
  givenStart: PLAIN,
  givenEnd: PLAIN,
  givenZone: PLAIN,
  reason: PLAIN,
  createdAt: INSTANT,
});
