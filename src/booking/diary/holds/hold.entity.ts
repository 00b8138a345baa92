import { Column, Entity, Exclusion, ForeignKey, Index, Unique } from 'typeorm';
import { Location } from '../../../business/locations/location.entity';
import { Provider } from '../../../business/providers/provider.entity';
import { Service } from '../../../business/services/service.entity';
import { ApiKey } from '../../../people/api-keys/api-key.entity';
import { Id, MoneyColumn } from '../../../platform/database/entity-columns';

/** A time that is kept for a customer until it is booked, released or expires. */
@Entity('holds')
@Unique('holds_token_key', ['token'])
@Index('holds_api_key_id_expires_at_idx', ['apiKeyId', 'expiresAt'])
@Index('holds_expires_at_idx', ['expiresAt', 'id'])
@Index('holds_service_id_idx', ['serviceId', 'startAt'])
@Index('holds_provider_id_idx', ['providerId'])
@Index('holds_location_id_idx', ['locationId'])
@Exclusion(
  'holds_one_offer',
  'using gist (waitlist_entry_id with =, tstzrange(created_at, expires_at) with &&) where (waitlist_entry_id is not null)',
)
export class Hold {
  @Id('holds')
  readonly id: number;

  /** The id that clients see. */
  @Column('uuid')
  readonly token: string;

  @Column('int')
  @ForeignKey(() => Provider, { name: 'holds_provider_id_fkey', onDelete: 'CASCADE' })
  readonly providerId: number;

  @Column('int')
  @ForeignKey(() => Service, { name: 'holds_service_id_fkey', onDelete: 'CASCADE' })
  readonly serviceId: number;

  @Column('int', { nullable: true })
  @ForeignKey(() => Location, { name: 'holds_location_id_fkey', onDelete: 'SET NULL' })
  readonly locationId: number | null;

  @Column('timestamptz')
  readonly startAt: Date;

  @Column('timestamptz')
  readonly endAt: Date;

  /** As of an appointment, which takes both from its hold. */
  @Column('text', { nullable: true })
  readonly bookedStart: string | null;

  @Column('text', { nullable: true })
  readonly bookedZone: string | null;

  /** Start to end, widened by the buffers of the service or of the session. */
  @Column('tstzrange')
  readonly busy: string;

  @Column('int')
  readonly seats: number;

  @Column('int', { array: true })
  readonly resourceIds: readonly number[];

  /** The providers who help; ascending. */
  @Column('int', { array: true, default: [] })
  readonly team: readonly number[];

  /** Of the key that placed it; null: the service itself did. */
  @Column('int', { nullable: true })
  @ForeignKey(() => ApiKey, { name: 'holds_api_key_id_fkey', onDelete: 'CASCADE' })
  readonly apiKeyId: number | null;

  /** Tells the visitors apart who have one browser key; null: of another key, or of the service. */
  @Column('text', { nullable: true })
  readonly visitor: string | null;

  @Column('timestamptz')
  readonly expiresAt: Date;

  @Column('timestamptz')
  readonly createdAt: Date;

  /** The entry of the waitlist that is offered the time. */
  @Column('int', { nullable: true })
  @ForeignKey('WaitlistEntry', { name: 'holds_waitlist_entry_id_fkey', onDelete: 'CASCADE' })
  readonly waitlistEntryId: number | null;

  /** The duration that was chosen; null: none was. */
  @Column('int', { nullable: true })
  readonly durationMin: number | null;

  /** Of the chosen duration, for one seat. Without one, a booking of the hold has the price in force at that moment. */
  @MoneyColumn()
  readonly price: number | null;
}
