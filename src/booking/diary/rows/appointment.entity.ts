import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Customer, GUEST, type Guest } from '../../../people/customers/customer.entity';
import {
  amount,
  column,
  instant,
  INTERNAL,
  interval,
  LINK_COUNTER,
  nullable,
  nullableInstant,
  PLAIN,
  TIMELESS,
} from '../../../platform/database/columns';
import { Location } from '../../../business/locations/location.entity';
import { Provider } from '../../../business/providers/provider.entity';
import { Service } from '../../../business/services/service.entity';
import type { CancelledBy, PaymentStatus, Status } from '../../appointment-status';
import { CANCELLED_BY, isOneOf, PAYMENT_STATUSES, STATUSES } from '../../appointment-status';
import type { Answers } from '../../answers/answers';
import type { Metadata } from '../../../platform/metadata/metadata';
import * as columns from '../../../platform/database/entity-columns';

@Entity('appointments')
@Check('appointments_not_empty', 'start_at < end_at')
@Check('appointments_busy_covers', `busy @> tstzrange(start_at, end_at)`)
@Check('appointments_seats_sane', 'seats between 1 and 1000')
@Check('appointments_status_known', isOneOf('status', STATUSES))
@Check('appointments_cancelled_by_known', isOneOf('cancelled_by', CANCELLED_BY))
@Check('appointments_payment_status_known', isOneOf('payment_status', PAYMENT_STATUSES))
@Index('appointments_start_at_idx', ['startAt', 'id', 'status', 'paymentStatus', 'price'])
@Index('appointments_provider_id_idx', ['providerId', 'startAt', 'id', 'serviceId', 'customerId'])
@Index('appointments_customer_id_idx', ['customerId', 'startAt', 'id', 'serviceId', 'providerId'])
@Index('appointments_service_id_idx', ['serviceId', 'startAt', 'id', 'customerId'])
@Index('appointments_location_id_idx', ['locationId', 'startAt'])
@Index('appointments_end_at_idx', ['endAt', 'id'])
@Index('appointments_status_idx', ['status', 'id'])
@Index('appointments_created_at_idx', ['createdAt', 'id'])
@Index('appointments_updated_at_idx', ['updatedAt', 'id'])
@Index('appointments_expires_at_idx', ['expiresAt', 'id'], { where: 'expires_at is not null' })
@Index('appointments_series_id_idx', ['seriesId', 'startAt'], { where: 'series_id is not null' })
@Index('appointments_visit_id_idx', ['visitId', 'startAt'], { where: 'visit_id is not null' })
@Index('appointments_arrived_at_idx', ['startAt', 'id'], { where: 'arrived_at is not null' })
@Index('appointments_team_start_at_idx', ['startAt', 'id'], { where: `team <> '{}'` })
@Index('appointments_team_idx', ['team'], { type: 'gin', where: `team <> '{}'` })
// For searches in notes and for attendees, also of the version before, and for filters by metadata. An entity cannot declare what they are on.
@Index('appointments_notes_folded_idx', { synchronize: false })
@Index('appointments_attendee_folded_idx', { synchronize: false })
@Index('appointments_metadata_idx', { synchronize: false })
@Index('appointments_notes_search_idx', { synchronize: false })
export class Appointment {
  @columns.Id('appointments')
  readonly id: number;

  @Column('int')
  @ForeignKey(() => Provider, { name: 'appointments_provider_id_fkey' })
  providerId: number;

  @Column('int')
  @ForeignKey(() => Service, { name: 'appointments_service_id_fkey' })
  serviceId: number;

  @Column('int')
  @ForeignKey(() => Customer, { name: 'appointments_customer_id_fkey' })
  customerId: number;

  @Column('int', { nullable: true })
  @ForeignKey(() => Location, { name: 'appointments_location_id_fkey', onDelete: 'SET NULL' })
  locationId: number | null;

  @Column('timestamptz')
  startAt: Date;

  @Column('timestamptz')
  endAt: Date;

  /** The start as answers wrote it when it was booked or moved, by the zone rules of that time, and the zone. Null: by a version before. */
  @Column('text', { nullable: true })
  bookedStart: string | null;

  @Column('text', { nullable: true })
  bookedZone: string | null;

  /** Start to end, widened by the buffers of the service when it was booked. While it occupies time, a claim has the same interval. */
  @Column('tstzrange')
  busy: string;

  @Column('int', { default: 1 })
  seats: number;

  /** The resources that it takes, or took before it was cancelled. */
  @Column('int', { array: true, default: [] })
  resourceIds: readonly number[];

  /** The providers who help, or helped before it was cancelled; ascending. */
  @Column('int', { array: true, default: [] })
  team: readonly number[];

  @Column('text')
  status: Status;

  /** When it is cancelled unless it is confirmed by then; null: it does not end by itself. Its claims have the same. */
  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  /** Null, too, for those that were cancelled before this was kept. */
  @Column('text', { nullable: true })
  cancelledBy: CancelledBy | null;

  @Column('text', { nullable: true })
  cancelReason: string | null;

  /** When the customer came, and when it began; null: not yet, or nothing is known of it. */
  @Column('timestamptz', { nullable: true })
  arrivedAt: Date | null;

  @Column('timestamptz', { nullable: true })
  startedAt: Date | null;

  @Column('text', { default: 'none' })
  paymentStatus: PaymentStatus;

  @Column('text', { nullable: true })
  notes: string | null;

  /** What the booking said of the person who comes, where it differs from the customer. */
  @Column('text', { nullable: true })
  attendeeName: string | null;

  @Column('text', { nullable: true })
  attendeePhone: string | null;

  @Column('text', { nullable: true })
  attendeeLanguage: string | null;

  @Column('text', { nullable: true })
  attendeeTimezone: string | null;

  /** What the booking said, where narrowed keys are told no more of the customer (`reach.ts`). Null: the row shows its customer. */
  @Column('jsonb', { nullable: true })
  guest: Guest | null;

  @Column('jsonb', { default: {} })
  answers: Answers;

  @Column('int', { nullable: true })
  @ForeignKey('Series', { name: 'appointments_series_id_fkey', onDelete: 'SET NULL' })
  seriesId: number | null;

  @Column('int', { nullable: true })
  @ForeignKey('Visit', { name: 'appointments_visit_id_fkey', onDelete: 'SET NULL' })
  visitId: number | null;

  @columns.MoneyColumn()
  price: number | null;

  /** The price of one seat when it was booked; null: there was none, a caller gave the price, or a version before has booked it. */
  @columns.MoneyColumn()
  seatPrice: number | null;

  @columns.LinkCounterColumn()
  linkCounter: number;

  @columns.MetadataColumn()
  metadata: Metadata;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}

const MONEY = { holds: 'money', isTimeless: true } as const;
const PERSON = { holds: 'person', erased: null, isTimeless: true } as const;
const PERSONAL = { ...PERSON, erased: {}, formerly: {} };
/** The texts in which searches look for words. An index serves each. */
export const SEARCHED_TEXTS = ['notes', 'attendee_name'] as const;

/** The columns that a body sets. */
export const SETTABLE = {
  providerId: column<number>('provider_id', PLAIN),
  serviceId: column<number>('service_id', PLAIN),
  customerId: column<number>('customer_id', PLAIN),
  locationId: nullable<number>('location_id', PLAIN),
  seats: column<number>('seats', PLAIN),
  status: column<Status>('status', PLAIN),
  paymentStatus: column<PaymentStatus>('payment_status', MONEY),
  notes: nullable<string>('notes', PERSON),
  /** For all seats: that of the service when it was booked, or what a body gave. */
  price: amount('price', MONEY),
};

/** Follow from the body, the customer, the service and the calendar. */
const COMPUTED = {
  start: instant('start_at'),
  end: instant('end_at'),
  /** Unaudited: the trail has the start itself, and a worker fills in those of versions before. */
  bookedStart: nullable<string>('booked_start', INTERNAL),
  bookedZone: nullable<string>('booked_zone', INTERNAL),
  busy: interval('busy', INTERNAL),
  /** Of a change, what it leaves of those that are there; answers are the same. */
  metadata: { ...column<Metadata>('metadata', PERSONAL), unset: {} },
  resourceIds: column<readonly number[]>('resource_ids', PLAIN),
  team: column<readonly number[]>('team', { ...PLAIN, formerly: [] }),
  attendeeName: nullable<string>('attendee_name', PERSON),
  attendeePhone: nullable<string>('attendee_phone', { ...PERSON, holds: 'contact' }),
  attendeeLanguage: nullable<string>('attendee_language', PERSON),
  attendeeTimezone: nullable<string>('attendee_timezone', PERSON),
  answers: { ...column<Answers>('answers', { ...PERSONAL, holds: 'contact' }), unset: {} },
  expiresAt: nullableInstant('expires_at'),
  cancelledBy: nullable<CancelledBy>('cancelled_by', TIMELESS),
  cancelReason: nullable<string>('cancel_reason', PERSON),
  arrivedAt: nullableInstant('arrived_at', TIMELESS),
  startedAt: nullableInstant('started_at', TIMELESS),
  seatPrice: amount('seat_price', { ...MONEY, isUnseen: true }),
  seriesId: nullable<number>('series_id', PLAIN),
  visitId: nullable<number>('visit_id', PLAIN),
};

/**
 * What a booking or a change writes. SQL, the types of rows and states, what a body may set, what events show and what an erasure
 * empties follow from these lists: a new column is a member of the entity and one line here.
 */
export const STATE = { ...SETTABLE, ...COMPUTED };

export const APPOINTMENT_COLUMNS = {
  id: column<number>('id', PLAIN),
  ...STATE,
  guest: GUEST,
  linkCounter: column<number>('link_counter', LINK_COUNTER),
  createdAt: instant('created_at'),
  updatedAt: instant('updated_at', TIMELESS),
};
