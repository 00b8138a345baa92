import { ApiProperty } from '@nestjs/swagger';
import { AppointmentResource } from '../../claims/dto/appointment-resource.response';
import { formatInstant } from '../../../platform/time/instant-text';
import { PAYMENT_STATUSES, type PaymentStatus, type Status, STATUSES } from '../../appointment-status';
import type { AppointmentRow } from '../appointment-row';
import { inKeyOrder, type Metadata } from '../../../platform/metadata/metadata';
import { ApiMetadata } from '../../../platform/metadata/metadata-fields';

/** An appointment (docs/reference/appointments.md). Instants carry the offset of the provider's zone. */
export class AppointmentResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ type: 'integer', example: 2 })
  providerId: number;

  @ApiProperty({ type: 'integer', example: 1 })
  serviceId: number;

  @ApiProperty({ type: 'integer', example: 1 })
  customerId: number;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:00:00Z' })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:45:00Z' })
  end: string;

  @ApiProperty({ enum: STATUSES, example: 'confirmed' })
  status: Status;

  @ApiProperty({ enum: PAYMENT_STATUSES, example: 'none' })
  payment_status: PaymentStatus;

  @ApiProperty({
    type: Number,
    nullable: true,
    example: 38.5,
    description: 'That of the service when it was booked, or what a booking or a change gave; null: none',
  })
  price: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'First visit' })
  notes: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  locationId: number | null;

  @ApiProperty({ type: 'integer', example: 1, description: 'How many seats of a group session it takes' })
  seats: number;

  @ApiProperty({ type: [AppointmentResource], description: 'The rooms and other resources that it takes' })
  resources: AppointmentResource[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'The series that it is an occurrence of',
  })
  seriesId: number | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: null,
    description: 'The visit that it is a part of',
  })
  visitId: number | null;

  @ApiProperty({ example: 'Mia Keller' })
  customerName: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The person who comes, where the booking named another person than the customer',
  })
  attendeeName: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'The phone of the booking, where it differs from the customer’s',
  })
  attendeePhone: string | null;

  @ApiProperty({ example: 'Haircut' })
  serviceName: string;

  @ApiProperty({ example: 'Ana Silva' })
  providerName: string;

  @ApiMetadata()
  metadata: Metadata;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:05:11Z' })
  createdAt: string;

  @ApiProperty({ format: 'date-time', example: '2026-11-20T14:05:11Z' })
  updatedAt: string;

  static readonly of = toAppointmentResponse;
}

export function toAppointmentResponse(row: AppointmentRow, businessZone: string): AppointmentResponse {
  const zone = row.timeZone ?? businessZone;
  return {
    id: row.id,
    providerId: row.providerId,
    serviceId: row.serviceId,
    customerId: row.customerId,
    start: formatInstant(row.start, zone),
    end: formatInstant(row.end, zone),
    status: row.status,
    payment_status: row.paymentStatus,
    price: row.price,
    notes: row.notes,
    locationId: row.locationId,
    seats: row.seats,
    resources: row.resources,
    seriesId: row.seriesId,
    visitId: row.visitId,
    customerName: row.customerName,
    attendeeName: row.attendeeName,
    attendeePhone: row.attendeePhone,
    serviceName: row.serviceName,
    providerName: row.providerName,
    metadata: inKeyOrder(row.metadata),
    createdAt: formatInstant(row.createdAt, zone),
    updatedAt: formatInstant(row.updatedAt, zone),
  };
}
