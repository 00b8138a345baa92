import { formatInstant } from '../../../platform/time/instant-text';
import { timeText } from '../../../platform/time/local-date';
import { WEEKDAYS } from '../../../platform/time/weekdays';
import type { OfferRow, WaitlistRow } from '../waitlist-row';
import { WAITLIST_STATUSES } from '../waitlist-status';
import {
  DATE,
  INSTANT,
  INTEGER,
  one,
  orNull,
  several,
  TEXT,
  UUID,
} from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { oneOf } from '../../../platform/http/validation/text-types';

/** A time that is kept for an entry. Instants carry the offset of the zone of its provider. */
export class OfferResponse extends AnswerOf({
  holdId: answered(UUID, {
    example: '0d3f6c1e-6f0a-4d6b-9a51-0c8f3c0f5c11',
    description: 'The hold that keeps the time',
  }),
  start: answered(INSTANT, { example: '2026-12-01T09:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-01T09:45:00Z' }),
  providerId: answered(INTEGER, { example: 2 }),
  expiresAt: answered(INSTANT, {
    example: '2026-11-20T14:35:11Z',
    description: 'From this moment on the time is offered to others',
  }),
}) {}

/** An entry of the waitlist (docs/reference/waitlist.md). */
export class WaitlistEntryResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  customerId: answered(INTEGER, { example: 1 }),
  serviceId: answered(INTEGER, { example: 1 }),
  providerId: answered(orNull(INTEGER), { example: 2, description: 'null means any provider' }),
  locationId: answered(orNull(INTEGER), { example: null, description: 'null means at any place' }),
  from: answered(DATE, { example: '2026-12-01' }),
  to: answered(DATE, { example: '2026-12-18' }),
  timeFrom: answered(orNull(TEXT), { example: '09:00' }),
  timeTo: answered(orNull(TEXT), { example: '17:00' }),
  weekdays: answered(orNull(several(oneOf(WEEKDAYS))), {
    example: ['monday', 'tuesday'],
    description: 'null means any weekday',
  }),
  seats: answered(INTEGER, { example: 1 }),
  notes: answered(orNull(TEXT), { example: 'Rather early' }),
  attendeeName: answered(orNull(TEXT), {
    example: null,
    description: 'The person who comes, where the entry named another person than the customer',
  }),
  attendeePhone: answered(orNull(TEXT), { example: null }),
  status: answered(oneOf(WAITLIST_STATUSES), { example: 'waiting', description: 'At this moment' }),
  offer: answered(orNull(one(OfferResponse)), {
    description: 'The time that is kept for the entry while its status is `offered`; else null',
  }),
  appointmentId: answered(orNull(INTEGER), {
    example: null,
    description: 'The appointment that an accepted offer became; else null',
  }),
  createdAt: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
}) {
  static readonly of = toWaitlistEntryResponse;
}

/** @param businessZone the zone of providers without one of their own */
export function toWaitlistEntryResponse(row: WaitlistRow, businessZone: string): WaitlistEntryResponse {
  return {
    id: row.id,
    customerId: row.customerId,
    serviceId: row.serviceId,
    providerId: row.providerId,
    locationId: row.locationId,
    from: row.from,
    to: row.to,
    timeFrom: timeOrNull(row.timeFromMin),
    timeTo: timeOrNull(row.timeToMin),
    weekdays: row.weekdays,
    seats: row.seats,
    notes: row.notes,
    attendeeName: row.attendeeName,
    attendeePhone: row.attendeePhone,
    status: row.status,
    offer: row.offer === null ? null : toOfferResponse(row.offer, row.offer.timeZone ?? businessZone),
    appointmentId: row.appointmentId,
    createdAt: formatInstant(row.createdAt, row.timeZone ?? businessZone),
  };
}

function toOfferResponse({ holdId, providerId, ...offer }: OfferRow, zone: string): OfferResponse {
  return {
    holdId,
    start: formatInstant(offer.start, zone),
    end: formatInstant(offer.end, zone),
    providerId,
    expiresAt: formatInstant(offer.expiresAt, zone),
  };
}

function timeOrNull(min: number | null): string | null {
  return min === null ? null : timeText(min);
}
