import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import { timeText } from '../../../platform/time/local-date';
import { WEEKDAYS, type Weekday } from '../../../platform/time/weekdays';
import type { OfferRow, WaitlistRow } from '../waitlist-row';
import { WAITLIST_STATUSES, type WaitlistStatus } from '../waitlist-status';

/** A time that is kept for an entry. Instants carry the offset of the zone of its provider. */
export class OfferResponse {
  @ApiProperty({
    format: 'uuid',
    example: '0d3f6c1e-6f0a-4d6b-9a51-0c8f3c0f5c11',
    description: 'The hold that keeps the time',
  })
  holdId: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:00:00Z' })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:45:00Z' })
  end: string;

  @ApiProperty({ type: 'integer', example: 2 })
  providerId: number;

  @ApiProperty({
    format: 'date-time',
    example: '2026-11-20T14:35:11Z',
    description: 'From this moment on the time is offered to others',
  })
  expiresAt: string;
}

/** An entry of the waitlist (docs/reference/waitlist.md). */
export class WaitlistEntryResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ type: 'integer', example: 1 })
  customerId: number;

  @ApiProperty({ type: 'integer', example: 1 })
  serviceId: number;

  @ApiProperty({ type: 'integer', nullable: true, example: 2, description: 'null means any provider' })
  providerId: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null, description: 'null means at any place' })
  locationId: number | null;

  @ApiProperty({ format: 'date', example: '2026-12-01' })
  from: string;

  @ApiProperty({ format: 'date', example: '2026-12-18' })
  to: string;

  @ApiProperty({ type: String, nullable: true, example: '09:00' })
  timeFrom: string | null;

  @ApiProperty({ type: String, nullable: true, example: '17:00' })
  timeTo: string | null;

  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...WEEKDAYS] },
    nullable: true,
    example: ['monday', 'tuesday'],
    description: 'null means any weekday',
  })
  weekdays: Weekday[] | null;

  @ApiProperty({ type: 'integer', example: 1 })
  seats: number;

  @ApiProperty({ type: String, nullable: true, example: 'Rather early' })
  notes: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The person who comes, where the entry named another person than the customer',
  })
  attendeeName: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  attendeePhone: string | null;

  @ApiProperty({ enum: WAITLIST_STATUSES, example: 'waiting', description: 'At this moment' })
  status: WaitlistStatus;

  @ApiProperty({
    type: OfferResponse,
    nullable: true,
    description: 'The time that is kept for the entry while its status is `offered`; else null',
  })
  offer: OfferResponse | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'The appointment that an accepted offer became; else null',
  })
  appointmentId: number | null;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:05:11Z' })
  createdAt: string;

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
