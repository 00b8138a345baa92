import { amount, column, instant, INTERNAL, interval, PLAIN } from '../../../platform/database/columns';

/** What placing a hold writes. */
export const NEW_HOLD = {
  token: column<string>('token', PLAIN),
  providerId: column<number>('provider_id', PLAIN),
  serviceId: column<number>('service_id', PLAIN),
  locationId: column<number | null>('location_id', PLAIN),
  start: instant('start_at'),
  end: instant('end_at'),
  bookedStart: column<string | null>('booked_start', INTERNAL),
  bookedZone: column<string | null>('booked_zone', INTERNAL),
  busy: interval('busy', INTERNAL),
  seats: column<number>('seats', PLAIN),
  resourceIds: column<readonly number[]>('resource_ids', PLAIN),
  team: column<readonly number[]>('team', { ...PLAIN, formerly: [] }),
  apiKeyId: column<number | null>('api_key_id', PLAIN),
  visitor: column<string | null>('visitor', INTERNAL),
  expiresAt: instant('expires_at'),
  createdAt: instant('created_at'),
  waitlistEntryId: column<number | null>('waitlist_entry_id', PLAIN),
  durationMin: column<number | null>('duration_min', PLAIN),
  price: amount('price', { holds: 'money', isTimeless: true, isUnseen: true }),
};

/** The columns of `holds`. Instants in epoch ms. */
export const HOLD_COLUMNS = { id: column<number>('id', PLAIN), ...NEW_HOLD };
