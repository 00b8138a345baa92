import type { Weekday } from '../../platform/time/weekdays';
import { epochMs } from '../../platform/database/epoch-ms';
import { isOffer, statusAt, type WaitlistStatus } from './waitlist-status';

/** The offer of an entry; instants in epoch ms. */
export interface OfferRow {
  /** The id of the hold that clients see. */
  readonly holdId: string;
  readonly providerId: number;
  readonly start: number;
  readonly end: number;
  readonly expiresAt: number;
  /** IANA name of the provider; null: the business's. */
  readonly timeZone: string | null;
}

/** An entry of the waitlist as answers show it. */
export interface WaitlistRow {
  readonly id: number;
  readonly customerId: number;
  readonly serviceId: number;
  readonly providerId: number | null;
  /** `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Minutes since midnight. */
  readonly timeFromMin: number | null;
  readonly timeToMin: number | null;
  readonly weekdays: Weekday[] | null;
  readonly seats: number;
  readonly notes: string | null;
  readonly attendeeName: string | null;
  readonly attendeePhone: string | null;
  /** At the moment of reading. */
  readonly status: WaitlistStatus;
  readonly offer: OfferRow | null;
  readonly appointmentId: number | null;
  /** Epoch ms. */
  readonly createdAt: number;
  /** IANA name of the provider that is waited for; null: the business's. */
  readonly timeZone: string | null;
}

/** Selects WaitlistRows of the entries `e`. @param now a placeholder */
export const selectEntries = (now: string) => `
  select e.id, e.customer_id as "customerId", e.service_id as "serviceId", e.provider_id as "providerId",
    to_char(e.first_on, 'YYYY-MM-DD') as "from", to_char(e.last_on, 'YYYY-MM-DD') as "to",
    e.time_from_min as "timeFromMin", e.time_to_min as "timeToMin", e.weekdays, e.seats, e.notes,
    e.attendee_name as "attendeeName", e.attendee_phone as "attendeePhone",
    ${statusAt('e', 'h.id is not null', now)} as status,
    case when h.id is not null then json_build_object('holdId', h.token, 'providerId', h.provider_id,
      'start', ${epochMs('h.start_at')}, 'end', ${epochMs('h.end_at')}, 'expiresAt', ${epochMs('h.expires_at')},
      'timeZone', offering.timezone) end as offer,
    e.appointment_id as "appointmentId", ${epochMs('e.created_at')} as "createdAt", p.timezone as "timeZone"
  from waitlist_entries e
  left join holds h on ${isOffer('e', now)}
  left join providers p on p.id = e.provider_id
  left join providers offering on offering.id = h.provider_id`;
