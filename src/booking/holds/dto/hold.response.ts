import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import { AppointmentResource } from '../../claims/dto/appointment-resource.response';
import type { HoldRow } from '../hold-row';

/** A time that is kept (docs/reference/booking.md, Holds). Instants carry the offset of the provider's zone. */
export class HoldResponse {
  @ApiProperty({ format: 'uuid', example: '0d3f6c1e-6f0a-4d6b-9a51-0c8f3c0f5c11' })
  id: string;

  @ApiProperty({ type: 'integer', example: 2 })
  providerId: number;

  @ApiProperty({ type: 'integer', example: 1 })
  serviceId: number;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:00:00Z' })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:45:00Z' })
  end: string;

  @ApiProperty({ type: 'integer', example: 1 })
  seats: number;

  @ApiProperty({ type: [AppointmentResource] })
  resources: AppointmentResource[];

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  locationId: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 1,
    description:
      'The API key that placed it, for callers with the role admin. Null for other callers and for an offer of the waitlist',
  })
  apiKeyId: number | null;

  @ApiProperty({
    format: 'date-time',
    example: '2026-11-20T14:15:11Z',
    description:
      'From this moment on the time is free again. Never after the key that placed the hold ends, whose revocation ends it at once',
  })
  expiresAt: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:05:11Z' })
  createdAt: string;

  static readonly of = toHoldResponse;
}

/** The answer to DELETE /holds/{id}. */
export class ReleasedResponse {
  @ApiProperty({ format: 'uuid', example: '0d3f6c1e-6f0a-4d6b-9a51-0c8f3c0f5c11' })
  id: string;

  @ApiProperty({ enum: [true], type: Boolean, example: true })
  deleted: true;

  static readonly of = (id: string): ReleasedResponse => ({ id, deleted: true });
}

export function toHoldResponse(row: HoldRow, businessZone: string): HoldResponse {
  const zone = row.timeZone ?? businessZone;
  return {
    id: row.token,
    providerId: row.providerId,
    serviceId: row.serviceId,
    start: formatInstant(row.start, zone),
    end: formatInstant(row.end, zone),
    seats: row.seats,
    resources: row.resources,
    locationId: row.locationId,
    apiKeyId: row.apiKeyId,
    expiresAt: formatInstant(row.expiresAt, zone),
    createdAt: formatInstant(row.createdAt, zone),
  };
}
