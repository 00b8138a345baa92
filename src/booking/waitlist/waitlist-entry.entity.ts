import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Location } from '../../business/locations/location.entity';
import { Provider } from '../../business/providers/provider.entity';
import { Service } from '../../business/services/service.entity';
import { Customer, type Guest } from '../../people/customers/customer.entity';
import type { Weekday } from '../../platform/time/weekdays';
import type { WaitlistStatus } from './waitlist-status';
import { Id, LinkCounterColumn } from '../../platform/database/entity-columns';

/** A customer who waits for a time. Its offer is the hold that names it (docs/contributing/adr/0012-waitlist.md). */
@Entity('waitlist_entries')
@Check('waitlist_entries_status_known', `status in ('waiting', 'offered', 'booked', 'expired', 'withdrawn')`)
@Index('waitlist_entries_open_idx', ['createdAt', 'id'], { where: `status in ('waiting', 'offered')` })
@Index('waitlist_entries_customer_id_idx', ['customerId'])
@Index('waitlist_entries_service_id_idx', ['serviceId'])
@Index('waitlist_entries_provider_id_idx', ['providerId'])
@Index('waitlist_entries_location_id_idx', ['locationId'], { where: 'location_id is not null' })
@Index('waitlist_entries_appointment_id_idx', ['appointmentId'], { where: 'appointment_id is not null' })
export class WaitlistEntry {
  @Id('waitlist_entries')
  readonly id: number;

  @Column('int')
  @ForeignKey(() => Customer, { name: 'waitlist_entries_customer_id_fkey', onDelete: 'CASCADE' })
  readonly customerId: number;

  @Column('int')
  @ForeignKey(() => Service, { name: 'waitlist_entries_service_id_fkey', onDelete: 'CASCADE' })
  readonly serviceId: number;

  /** Null means any provider. */
  @Column('int', { nullable: true })
  @ForeignKey(() => Provider, { name: 'waitlist_entries_provider_id_fkey', onDelete: 'CASCADE' })
  readonly providerId: number | null;

  /** Null means at any place. */
  @Column('int', { nullable: true })
  @ForeignKey(() => Location, { name: 'waitlist_entries_location_id_fkey', onDelete: 'SET NULL' })
  readonly locationId: number | null;

  /** `YYYY-MM-DD`. */
  @Column('date')
  readonly firstOn: string;

  /** `YYYY-MM-DD`. */
  @Column('date')
  readonly lastOn: string;

  /** The bounds of the time of day, in minutes since midnight. */
  @Column('smallint', { nullable: true })
  readonly timeFromMin: number | null;

  @Column('smallint', { nullable: true })
  readonly timeToMin: number | null;

  /** Monday first; null means any. */
  @Column('text', { array: true, nullable: true })
  readonly weekdays: Weekday[] | null;

  /** The duration that is waited for; null: that in force with the provider who is offered. */
  @Column('int', { nullable: true })
  readonly durationMin: number | null;

  @Column('int')
  readonly seats: number;

  @Column('text', { nullable: true })
  readonly notes: string | null;

  @Column('text', { nullable: true })
  readonly attendeeName: string | null;

  @Column('text', { nullable: true })
  readonly attendeePhone: string | null;

  /** As `guest` of appointments. */
  @Column('jsonb', { nullable: true })
  readonly guest: Guest | null;

  /** As it was last written; `statusAt` gives the status at an instant. */
  @Column('text')
  readonly status: WaitlistStatus;

  /** Not a foreign key: the entry outlives the appointment that it became. */
  @Column('int', { nullable: true })
  readonly appointmentId: number | null;

  @LinkCounterColumn()
  readonly linkCounter: number;

  /** The end of the last date in the zone of the provider or the business. */
  @Column('timestamptz')
  readonly endsAt: Date;

  @Column('timestamptz')
  readonly createdAt: Date;
}
