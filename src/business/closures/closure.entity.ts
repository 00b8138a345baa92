import { Check, Entity, Index } from 'typeorm';
import { PLAIN } from '../../platform/database/columns';
import { id, int, orNull, RowOf, text, timestamp } from '../../platform/database/entity-columns';
import { Location } from '../locations/location.entity';

/** A stretch of time in which the whole business or one of its places is shut. */
@Entity('closures')
@Check('closures_not_empty', 'start_at < end_at')
@Index('closures_end_at_idx', ['endAt'])
@Index('closures_location_id_idx', ['locationId'])
export class Closure extends RowOf({
  id: id(),
  /** Null: the whole business. */
  locationId: orNull(int({ ...PLAIN, references: () => Location, onDelete: 'CASCADE' })),
  startAt: timestamp(PLAIN),
  endAt: timestamp(PLAIN),
  /** The date or the local time that was given; null: an instant, or a version before has written it. New zone rules move the others. */
  givenStart: orNull(text(PLAIN)),
  givenEnd: orNull(text(PLAIN)),
  /** The zone in which they were read. */
  givenZone: orNull(text(PLAIN)),
  reason: orNull(text(PLAIN)),
  createdAt: timestamp(PLAIN),
}) {}
