import { Check, Entity, Index } from 'typeorm';
import { INTERNAL, onlyColumns, PLAIN, TIMELESS, withoutColumns } from '../../../platform/database/columns';
import {
  id,
  instant,
  int,
  interval,
  ints,
  json,
  linkCounter,
  metadata,
  money,
  orNull,
  RowOf,
  text,
} from '../../../platform/database/entity-columns';
import { Customer, guest } from '../../../people/customers/customer.entity';
import { Location } from '../../../business/locations/location.entity';
import { Provider } from '../../../business/providers/provider.entity';
import { Service } from '../../../business/services/service.entity';
import type { CancelledBy, PaymentStatus, Status } from '../../appointment-status';
import { CANCELLED_BY, isOneOf, PAYMENT_STATUSES, STATUSES } from '../../appointment-status';
import type { Answers } from '../../answers/answers';

const MONEY = { holds: 'money', isTimeless: true } as const;
const PERSON = { holds: 'person', erased: null, isTimeless: true } as const;
const PERSONAL = { holds: 'person', erased: {}, formerly: {}, isTimeless: true } as const;

/** An appointment. Instants in epoch ms. */
@Entity('appointments')
@Check('appointments_not_empty', 'start_at < end_at')
@Check('appointments_busy_covers', `busy @> tstzrange(start_at, end_at)`)
@Check('appointments_seats_sane', 'seats between 1 and 1000')
@Check('appointments_status_known', isOneOf('status', STATUSES))
@Check('appointments_cancelled_by_known', isOneOf('cancelled_by', CANCELLED_BY))
@Check('appointments_payment_status_known', isOneOf('payment_status', PAYMENT_STATUSES))
@Index('appointments_start_at_idx', ['start', 'id', 'status', 'paymentStatus', 'price'])
@Index('appointments_provider_id_idx', ['providerId', 'start', 'id', 'serviceId', 'customerId'])
@Index('appointments_customer_id_idx', ['customerId', 'start', 'id', 'serviceId', 'providerId'])
@Index('appointments_service_id_idx', ['serviceId', 'start', 'id', 'customerId'])
@Index('appointments_location_id_idx', ['locationId', 'start'])
@Index('appointments_end_at_idx', ['end', 'id'])
@Index('appointments_status_idx', ['status', 'id'])
@Index('appointments_created_at_idx', ['createdAt', 'id'])
@Index('appointments_updated_at_idx', ['updatedAt', 'id'])
@Index('appointments_expires_at_idx', ['expiresAt', 'id'], { where: 'expires_at is not null' })
@Index('appointments_series_id_idx', ['seriesId', 'start'], { where: 'series_id is not null' })
@Index('appointments_visit_id_idx', ['visitId', 'start'], { where: 'visit_id is not null' })
@Index('appointments_arrived_at_idx', ['start', 'id'], { where: 'arrived_at is not null' })
@Index('appointments_team_start_at_idx', ['start', 'id'], { where: `team <> '{}'` })
@Index('appointments_team_idx', ['team'], { type: 'gin', where: `team <> '{}'` })
// For searches in notes and for attendees, also of the version before, and for filters by metadata. An entity cannot declare what they are on.
@Index('appointments_notes_folded_idx', { synchronize: false })
@Index('appointments_attendee_folded_idx', { synchronize: false })
@Index('appointments_metadata_idx', { synchronize: false })
@Index('appointments_notes_search_idx', { synchronize: false })
export class Appointment extends RowOf({
  id: id(),
  providerId: int({ ...PLAIN, references: () => Provider }),
  serviceId: int({ ...PLAIN, references: () => Service }),
  customerId: int({ ...PLAIN, references: () => Customer }),
  locationId: orNull(int({ ...PLAIN, references: () => Location, onDelete: 'SET NULL' })),
  start: instant({ ...PLAIN, name: 'start_at' }),
  end: instant({ ...PLAIN, name: 'end_at' }),
  /**
   * The start as answers wrote it when it was booked or moved, by the zone rules of that time, and the zone. Null: by a version before, until
   * a worker fills it in. Unaudited: the trail has the start itself.
   */
  bookedStart: orNull(text(INTERNAL)),
  bookedZone: orNull(text(INTERNAL)),
  /** Start to end, widened by the buffers of the service when it was booked. While it occupies time, a claim has the same interval. */
  busy: interval(INTERNAL),
  seats: int({ ...PLAIN, default: 1 }),
  /** The resources that it takes, or took before it was cancelled. */
  resourceIds: ints({ ...PLAIN, default: [] }),
  /** The providers who help, or helped before it was cancelled; ascending. */
  team: ints({ ...PLAIN, formerly: [], default: [] }),
  status: text<Status>(PLAIN),
  /** When it is cancelled unless it is confirmed by then; null: it does not end by itself. Its claims have the same. */
  expiresAt: orNull(instant(PLAIN)),
  /** Null, too, for those that were cancelled before this was kept. */
  cancelledBy: orNull(text<CancelledBy>(TIMELESS)),
  cancelReason: orNull(text(PERSON)),
  /** When the customer came, and when it began; null: not yet, or nothing is known of it. */
  arrivedAt: orNull(instant(TIMELESS)),
  startedAt: orNull(instant(TIMELESS)),
  paymentStatus: text<PaymentStatus>({ ...MONEY, default: 'none' }),
  notes: orNull(text(PERSON)),
  /** What the booking said of the person who comes, where it differs from the customer. */
  attendeeName: orNull(text(PERSON)),
  attendeePhone: orNull(text({ ...PERSON, holds: 'contact' })),
  attendeeLanguage: orNull(text(PERSON)),
  attendeeTimezone: orNull(text(PERSON)),
  guest: guest(),
  answers: { ...json<Answers>({ ...PERSONAL, holds: 'contact', default: {} }), unset: {} },
  seriesId: orNull(int({ ...PLAIN, references: 'Series', onDelete: 'SET NULL' })),
  visitId: orNull(int({ ...PLAIN, references: 'Visit', onDelete: 'SET NULL' })),
  /** For all seats: that of the service when it was booked, or what a body gave. */
  price: money(MONEY),
  /** The price of one seat when it was booked; null: there was none, a caller gave the price, or a version before has booked it. */
  seatPrice: money({ ...MONEY, isUnseen: true }),
  linkCounter: linkCounter(),
  /** Of a change, what it leaves of those that are there; answers are the same. */
  metadata: { ...metadata(PERSONAL), unset: {} },
  createdAt: instant(PLAIN),
  updatedAt: instant(TIMELESS),
}) {}

/** The texts in which searches look for words. An index serves each. */
export const SEARCHED_TEXTS = ['notes', 'attendee_name'] as const;

/** What a booking or a change writes. */
export const STATE = withoutColumns(Appointment.columns, [
  'id',
  'guest',
  'linkCounter',
  'createdAt',
  'updatedAt',
]);

/** The columns that a body sets. The others follow from the body, the customer, the service and the calendar. */
export const SETTABLE = onlyColumns(STATE, [
  'providerId',
  'serviceId',
  'customerId',
  'locationId',
  'seats',
  'status',
  'paymentStatus',
  'notes',
  'price',
]);
