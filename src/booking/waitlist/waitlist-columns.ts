import { GUEST } from '../../people/customers/customer.entity';
import { column, instant, INTERNAL, LINK_COUNTER, localDate, PLAIN } from '../../platform/database/columns';
import type { Weekday } from '../../platform/time/weekdays';
import type { WaitlistStatus } from './waitlist-status';

const PERSON = { holds: 'person', erased: null } as const;

/** What adding an entry writes. */
export const NEW_ENTRY = {
  customerId: column<number>('customer_id', PLAIN),
  serviceId: column<number>('service_id', PLAIN),
  providerId: column<number | null>('provider_id', PLAIN),
  locationId: column<number | null>('location_id', PLAIN),
  from: localDate('first_on', PLAIN),
  to: localDate('last_on', PLAIN),
  timeFromMin: column<number | null>('time_from_min', PLAIN),
  timeToMin: column<number | null>('time_to_min', PLAIN),
  weekdays: column<Weekday[] | null>('weekdays', PLAIN),
  durationMin: column<number | null>('duration_min', PLAIN),
  seats: column<number>('seats', PLAIN),
  notes: column<string | null>('notes', PERSON),
  attendeeName: column<string | null>('attendee_name', PERSON),
  attendeePhone: column<string | null>('attendee_phone', { ...PERSON, holds: 'contact' }),
  endsAt: instant('ends_at', INTERNAL),
  createdAt: instant('created_at'),
  /** As it was last written; `statusAt` gives the status at an instant. */
  status: column<WaitlistStatus>('status', PLAIN),
};

/** The columns of `waitlist_entries`. Instants in epoch ms. */
export const ENTRY_COLUMNS = {
  id: column<number>('id', PLAIN),
  ...NEW_ENTRY,
  guest: GUEST,
  appointmentId: column<number | null>('appointment_id', PLAIN),
  linkCounter: column<number>('link_counter', LINK_COUNTER),
};
