import { Check, Entity, Index } from 'typeorm';
import { INTERNAL, PLAIN, withoutColumns } from '../../platform/database/columns';
import {
  id,
  instant,
  int,
  linkCounter,
  localDate,
  orNull,
  RowOf,
  smallint,
  text,
  texts,
} from '../../platform/database/entity-columns';
import { Location } from '../../business/locations/location.entity';
import { Provider } from '../../business/providers/provider.entity';
import { Service } from '../../business/services/service.entity';
import { Customer, guest } from '../../people/customers/customer.entity';
import type { Weekday } from '../../platform/time/weekdays';
import type { WaitlistStatus } from './waitlist-status';

const PERSON = { holds: 'person', erased: null } as const;

/** A customer who waits for a time. Its offer is the hold that names it (docs/contributing/adr/0012-waitlist.md). Instants in epoch ms. */
@Entity('waitlist_entries')
@Check('waitlist_entries_status_known', `status in ('waiting', 'offered', 'booked', 'expired', 'withdrawn')`)
@Index('waitlist_entries_open_idx', ['createdAt', 'id'], { where: `status in ('waiting', 'offered')` })
@Index('waitlist_entries_customer_id_idx', ['customerId'])
@Index('waitlist_entries_service_id_idx', ['serviceId'])
@Index('waitlist_entries_provider_id_idx', ['providerId'])
@Index('waitlist_entries_location_id_idx', ['locationId'], { where: 'location_id is not null' })
@Index('waitlist_entries_appointment_id_idx', ['appointmentId'], { where: 'appointment_id is not null' })
export class WaitlistEntry extends RowOf({
  id: id(),
  customerId: int({ ...PLAIN, references: () => Customer, onDelete: 'CASCADE' }),
  serviceId: int({ ...PLAIN, references: () => Service, onDelete: 'CASCADE' }),
  /** Null means any provider. */
  providerId: orNull(int({ ...PLAIN, references: () => Provider, onDelete: 'CASCADE' })),
  /** Null means at any place. */
  locationId: orNull(int({ ...PLAIN, references: () => Location, onDelete: 'SET NULL' })),
  from: localDate({ ...PLAIN, name: 'first_on' }),
  to: localDate({ ...PLAIN, name: 'last_on' }),
  /** The bounds of the time of day, in minutes since midnight. */
  timeFromMin: orNull(smallint(PLAIN)),
  timeToMin: orNull(smallint(PLAIN)),
  /** Monday first; null means any. */
  weekdays: orNull(texts<readonly Weekday[]>(PLAIN)),
  /** The duration that is waited for; null: that in force with the provider who is offered. */
  durationMin: orNull(int(PLAIN)),
  seats: int(PLAIN),
  notes: orNull(text(PERSON)),
  attendeeName: orNull(text(PERSON)),
  attendeePhone: orNull(text({ ...PERSON, holds: 'contact' })),
  guest: guest(),
  /** As it was last written; `statusAt` gives the status at an instant. */
  status: text<WaitlistStatus>(PLAIN),
  /** Not a foreign key: the entry outlives the appointment that it became. */
  appointmentId: orNull(int(PLAIN)),
  linkCounter: linkCounter(),
  /** The end of the last date in the zone of the provider or the business. */
  endsAt: instant(INTERNAL),
  createdAt: instant(PLAIN),
}) {}

/** What adding an entry writes. */
export const NEW_ENTRY = withoutColumns(WaitlistEntry.columns, [
  'id',
  'guest',
  'appointmentId',
  'linkCounter',
]);
