import { ApiProperty } from '@nestjs/swagger';
import { formatInstant } from '../../../platform/time/instant-text';
import type { SessionRow } from '../sessions.queries';

/** Appointments that share a service, a provider and a time (docs/reference/booking.md, Group sessions). */
export class SessionResponse {
  @ApiProperty({ type: 'integer', example: 2 })
  providerId: number;

  @ApiProperty({ type: 'integer', example: 1 })
  serviceId: number;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T18:00:00Z' })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T19:00:00Z' })
  end: string;

  @ApiProperty({ type: 'integer', example: 10, description: 'The present capacity of the service' })
  capacity: number;

  @ApiProperty({ type: 'integer', example: 7, description: 'Held seats included' })
  seatsTaken: number;

  @ApiProperty({ type: 'integer', example: 3, description: 'Never below 0' })
  seatsLeft: number;

  @ApiProperty({ type: 'array', items: { type: 'integer' }, example: [4, 9], description: 'Ascending' })
  appointmentIds: number[];

  static readonly of = toSessionResponse;
}

export function toSessionResponse(row: SessionRow, businessZone: string): SessionResponse {
  const zone = row.timeZone ?? businessZone;
  return {
    providerId: row.providerId,
    serviceId: row.serviceId,
    start: formatInstant(row.start, zone),
    end: formatInstant(row.end, zone),
    capacity: row.capacity,
    seatsTaken: row.seatsTaken,
    seatsLeft: Math.max(0, row.capacity - row.seatsTaken),
    appointmentIds: row.appointmentIds,
  };
}
