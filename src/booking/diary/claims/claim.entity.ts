import { Check, Entity, Exclusion, Index } from 'typeorm';
import { column, id, int, orNull, RowOf, timestamp } from '../../../platform/database/entity-columns';
import { Provider } from '../../../business/providers/provider.entity';
import { Resource } from '../../../business/resources/resource.entity';

/** The constraint that makes double booking impossible. */
export const NO_OVERLAP = 'claims_no_overlap';
/** The same for resources. */
export const NO_RESOURCE_OVERLAP = 'claims_no_resource_overlap';
/** The constraint that no seat of a group session is sold twice. */
export const NO_SEAT_TWICE = 'claims_no_seat_twice';

/**
 * A provider or a resource is taken during an interval, by an appointment or a hold. What is not claimed is free
 * (docs/contributing/adr/0009-claims.md).
 */
@Entity('claims')
@Check('claims_one_subject', 'num_nonnulls(provider_id, resource_id) = 1')
@Check('claims_one_holder', 'num_nonnulls(appointment_id, hold_id) = 1')
@Exclusion(NO_OVERLAP, 'using gist (provider_id with =, busy with &&, session with <>)')
@Exclusion(
  NO_RESOURCE_OVERLAP,
  'using gist (resource_id with =, busy with &&, session with <>) where (resource_id is not null)',
)
@Exclusion(NO_SEAT_TWICE, 'using gist (session with =, seats with &&) where (seats is not null)')
@Index('claims_diary_idx', ['providerId', 'busy', 'expiresAt', 'appointmentId'], {
  where: 'provider_id is not null',
})
@Index('claims_appointment_id_idx', ['appointmentId'])
@Index('claims_hold_id_idx', ['holdId'], { where: 'hold_id is not null' })
@Index('claims_expires_at_idx', ['expiresAt'], { where: 'expires_at is not null' })
export class Claim extends RowOf({
  id: id<string>('bigint'),
  providerId: orNull(int({ references: () => Provider })),
  resourceId: orNull(int({ references: () => Resource, onDelete: 'CASCADE' })),
  /** Buffers included. */
  busy: column<string>('tstzrange'),
  /** Claims of one session may overlap; those of a group session all cover the same interval. */
  session: column<string>('bigint', {}, { generated: 'increment' }),
  /** The numbers of the seats that are taken; null for a resource, and where a session has one seat. */
  seats: orNull(column<string>('int4multirange')),
  appointmentId: orNull(int({ references: 'Appointment', onDelete: 'CASCADE' })),
  holdId: orNull(int({ references: 'Hold', onDelete: 'CASCADE' })),
  /** When the hold, or the pending appointment, ends. From this instant on the claim does not count. */
  expiresAt: orNull(timestamp()),
}) {}
