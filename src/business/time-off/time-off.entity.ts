import { Check, Entity, Index } from 'typeorm';
import { PLAIN } from '../../platform/database/columns';
import { id, int, orNull, RowOf, text, timestamp } from '../../platform/database/entity-columns';
import { Provider } from '../providers/provider.entity';
import { Resource } from '../resources/resource.entity';

/** A stretch of time in which one provider is absent, or one resource out of use. */
@Entity('time_off')
@Check('time_off_not_empty', 'start_at < end_at')
@Check('time_off_one_owner', 'num_nonnulls(provider_id, resource_id) = 1')
@Index('time_off_provider_id_end_at_idx', ['providerId', 'endAt'])
@Index('time_off_resource_id_end_at_idx', ['resourceId', 'endAt'])
export class TimeOff extends RowOf({
  id: id(),
  /** Null: the time off of a resource. */
  providerId: orNull(int({ ...PLAIN, references: () => Provider, onDelete: 'CASCADE' })),
  /** Null: the time off of a provider. */
  resourceId: orNull(int({ ...PLAIN, references: () => Resource, onDelete: 'CASCADE' })),
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
