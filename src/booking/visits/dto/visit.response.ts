import { ApiProperty } from '@nestjs/swagger';
import type { AppointmentRow } from '../../appointments/appointment-row';
import { AppointmentResponse, toAppointmentResponse } from '../../appointments/dto/appointment.response';
import type { VisitRow } from '../visit-row';

/** A visit (docs/reference/visits.md). */
export class VisitResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ type: 'integer', example: 1, description: 'Of the first appointment' })
  customerId: number;

  @ApiProperty({
    format: 'date-time',
    example: '2026-12-01T09:00:00Z',
    description: 'Of the first appointment',
  })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T10:30:00Z', description: 'The latest end' })
  end: string;

  @ApiProperty({
    type: [AppointmentResponse],
    description: 'In the order of time, the cancelled ones, too; without those that were removed',
  })
  appointments: AppointmentResponse[];

  static readonly of = toVisitResponse;
}

export function toVisitResponse({ id, appointments: rows }: VisitRow, businessZone: string): VisitResponse {
  const toResponse = (row: AppointmentRow) => toAppointmentResponse(row, businessZone);
  const [first] = rows;
  const last = rows.reduce((latest, row) => (row.end > latest.end ? row : latest), first);
  return {
    id,
    customerId: first.customerId,
    start: toResponse(first).start,
    end: toResponse(last).end,
    appointments: rows.map(toResponse),
  };
}
