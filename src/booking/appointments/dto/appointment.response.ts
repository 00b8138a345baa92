import { AppointmentResource } from '../../claims/dto/appointment-resource.response';
import { formatInstant } from '../../../platform/time/instant-text';
import { PAYMENT_STATUSES, STATUSES } from '../../appointment-status';
import type { AppointmentRow } from '../appointment-row';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { INSTANT, INTEGER, many, NUMBER, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { answered, AnswerOf } from '../../../platform/http/validation/members';
import { oneOf } from '../../../platform/http/validation/text-types';
import { METADATA } from '../../../platform/metadata/metadata-fields';

/** An appointment (docs/reference/appointments.md). Instants carry the offset of the provider's zone. */
export class AppointmentResponse extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  providerId: answered(INTEGER, { example: 2 }),
  serviceId: answered(INTEGER, { example: 1 }),
  customerId: answered(INTEGER, { example: 1 }),
  start: answered(INSTANT, { example: '2026-12-01T09:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-01T09:45:00Z' }),
  status: answered(oneOf(STATUSES), { example: 'confirmed' }),
  payment_status: answered(oneOf(PAYMENT_STATUSES), { example: 'none' }),
  price: answered(orNull(NUMBER), {
    example: 38.5,
    description: 'That of the service when it was booked, or what a booking or a change gave; null: none',
  }),
  notes: answered(orNull(TEXT), { example: 'First visit' }),
  locationId: answered(orNull(INTEGER), { example: null }),
  seats: answered(INTEGER, { example: 1, description: 'How many seats of a group session it takes' }),
  resources: answered(many(AppointmentResource), {
    description: 'The rooms and other resources that it takes',
  }),
  seriesId: answered(orNull(INTEGER), {
    example: null,
    description: 'The series that it is an occurrence of',
  }),
  visitId: answered(orNull(INTEGER), { example: null, description: 'The visit that it is a part of' }),
  customerName: answered(TEXT, { example: 'Mia Keller' }),
  attendeeName: answered(orNull(TEXT), {
    example: null,
    description: 'The person who comes, where the booking named another person than the customer',
  }),
  attendeePhone: answered(orNull(TEXT), {
    example: null,
    description: 'The phone of the booking, where it differs from the customer’s',
  }),
  serviceName: answered(TEXT, { example: 'Haircut' }),
  providerName: answered(TEXT, { example: 'Ana Silva' }),
  metadata: METADATA,
  createdAt: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
  updatedAt: answered(INSTANT, { example: '2026-11-20T14:05:11Z' }),
}) {
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
