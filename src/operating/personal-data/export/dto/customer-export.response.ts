import { ApiProperty } from '@nestjs/swagger';
import { AppointmentResponse } from '../../../../booking/appointments/dto/appointment.response';
import { WaitlistEntryResponse } from '../../../../booking/waitlist/dto/waitlist-entry.response';
import { CustomerResponse } from '../../../../people/customers/dto/customer.response';
import { formatInstant } from '../../../../platform/time/instant-text';
import {
  type Channel,
  CHANNELS,
  DELIVERY_STATUSES,
  type DeliveryStatus,
  MESSAGE_KINDS,
} from '../../../../telling/messages/message.entity';
import { EventResponse } from '../../../../telling/events/dto/event.response';
import { AuditEntryResponse } from '../../../audit/dto/audit-entry.response';
import type { MessageOfPerson, SeriesOfPerson, StoredAnswer, VisitOfPerson } from '../person-records.queries';

const INSTANT = '2026-11-20T14:05:11Z';

/** A visit of the person. Its appointments carry its id. */
export class ExportedVisit {
  @ApiProperty({ type: 'integer', example: 1 })
  id: number;

  @ApiProperty({ format: 'date-time', example: INSTANT })
  createdAt: string;
}

/** A series of the person. Its appointments carry its id. */
export class ExportedSeries extends ExportedVisit {
  @ApiProperty({ example: 'FREQ=WEEKLY;COUNT=8' })
  rrule: string;

  @ApiProperty({ type: [String], format: 'date', example: [] })
  exdates: readonly string[];

  @ApiProperty({ example: 'Europe/Berlin' })
  timezone: string;
}

/** What a message said. */
export class ExportedContent {
  @ApiProperty({ example: 'Mia Keller' })
  customerName: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  attendeeName: string | null;

  @ApiProperty({ example: 'Haircut' })
  serviceName: string;

  @ApiProperty({ example: 'Ana Silva' })
  providerName: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  locationName: string | null;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:00:00Z' })
  start: string;

  @ApiProperty({ format: 'date-time', example: '2026-12-01T09:45:00Z' })
  end: string;
}

/** A message to the person. */
export class ExportedMessage extends ExportedVisit {
  @ApiProperty({ type: 'integer', nullable: true, example: 1 })
  appointmentId: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  waitlistEntryId: number | null;

  @ApiProperty({ enum: CHANNELS, example: 'email' })
  channel: Channel;

  @ApiProperty({ enum: [...MESSAGE_KINDS, 'offer'], example: 'confirmation' })
  event: MessageOfPerson['event'];

  @ApiProperty({ enum: DELIVERY_STATUSES, example: 'sent' })
  status: DeliveryStatus;

  @ApiProperty({ example: 'mia.keller@example.com' })
  recipient: string;

  @ApiProperty({ type: 'integer', example: 1 })
  attempts: number;

  @ApiProperty({ type: String, nullable: true, example: null })
  lastError: string | null;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, example: INSTANT })
  sentAt: string | null;

  @ApiProperty({ type: ExportedContent })
  content: ExportedContent;
}

/** An answer that is kept for an `Idempotency-Key` and holds something of the person. */
export class ExportedAnswer {
  @ApiProperty({ format: 'date-time', example: INSTANT })
  createdAt: string;

  @ApiProperty({ type: 'integer', example: 201 })
  status: number;
}

/** Everything that is kept about a customer (docs/reference/customers.md, Personal data). */
export class CustomerExportResponse {
  @ApiProperty({ format: 'date-time', example: INSTANT })
  exportedAt: string;

  @ApiProperty({ type: CustomerResponse })
  customer: CustomerResponse;

  @ApiProperty({ type: [AppointmentResponse], description: 'In the order of time' })
  appointments: AppointmentResponse[];

  @ApiProperty({ type: [ExportedSeries] })
  series: ExportedSeries[];

  @ApiProperty({ type: [ExportedVisit] })
  visits: ExportedVisit[];

  @ApiProperty({ type: [WaitlistEntryResponse] })
  waitlist: WaitlistEntryResponse[];

  @ApiProperty({ type: [ExportedMessage] })
  messages: ExportedMessage[];

  @ApiProperty({
    type: [AuditEntryResponse],
    description:
      'Of the customer, and of appointments, messages and entries of the waitlist, deleted ones too',
  })
  auditEntries: AuditEntryResponse[];

  @ApiProperty({ type: [EventResponse], description: 'As GET `/events` shows them, while they are kept' })
  events: EventResponse[];

  @ApiProperty({ type: [ExportedAnswer], description: 'Kept for 24 hours. They repeat what is said above' })
  storedAnswers: ExportedAnswer[];
}

export function toExportedVisit({ id, createdAt }: VisitOfPerson, zone: string): ExportedVisit {
  return { id, createdAt: formatInstant(createdAt, zone) };
}

export function toExportedSeries(series: SeriesOfPerson): ExportedSeries {
  const { id, rrule, exdates, timezone, createdAt } = series;
  return { id, rrule, exdates, timezone, createdAt: formatInstant(createdAt, timezone) };
}

export function toExportedMessage({ facts, ...message }: MessageOfPerson): ExportedMessage {
  const text = (instant: number) => formatInstant(instant, facts.timezone);
  return {
    id: message.id,
    createdAt: text(message.createdAt.getTime()),
    appointmentId: message.appointmentId,
    waitlistEntryId: message.waitlistEntryId,
    channel: message.channel,
    event: message.event,
    status: message.status,
    recipient: message.recipient,
    attempts: message.attempts,
    lastError: message.lastError,
    sentAt: message.sentAt && text(message.sentAt.getTime()),
    content: {
      customerName: facts.customerName,
      attendeeName: facts.attendeeName ?? null,
      serviceName: facts.serviceName,
      providerName: facts.providerName,
      locationName: facts.locationName,
      start: text(facts.start),
      end: text(facts.end),
    },
  };
}

export function toExportedAnswer({ createdAt, status }: StoredAnswer, zone: string): ExportedAnswer {
  return { createdAt: formatInstant(createdAt.getTime(), zone), status };
}
