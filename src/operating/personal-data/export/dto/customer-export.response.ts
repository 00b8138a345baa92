import { hidden } from '../../../../platform/http/hiding/hidden-members';
import {
  DATE,
  INSTANT,
  INTEGER,
  many,
  one,
  orNull,
  several,
  TEXT,
} from '../../../../platform/http/validation/shapes';
import { APPOINTMENT_MEMBERS } from '../../../../booking/appointments/dto/appointment.dto';
import { WAITLIST_MEMBERS } from '../../../../booking/waitlist/dto/waitlist-entry.dto';
import { CustomerResponse } from '../../../../people/customers/dto/customer.dto';
import { formatInstant } from '../../../../platform/time/instant-text';
import {
  CHANNELS,
  MESSAGE_KINDS,
  MESSAGE_STATUSES,
  OFFER,
  PROVIDER_KINDS,
} from '../../../../telling/messages/message-kinds';
import { LINK_PLACE } from '../../../../telling/messages/link-place';
import { EventResponse } from '../../../../telling/events/dto/event.dto';
import { AuditEntryResponse } from '../../../audit/dto/audit-entry.dto';
import type { MessageOfPerson, SeriesOfPerson, SavedAnswer, VisitOfPerson } from '../person-records.queries';
import { answered, AnswerOf, without } from '../../../../platform/http/validation/members';
import { oneOf } from '../../../../platform/http/validation/text-types';

const MOMENT = '2026-11-20T14:05:11Z';

/** A visit of the person. Its appointments carry its id. */
export class ExportedVisit extends AnswerOf({
  id: answered(INTEGER, { example: 1 }),
  createdAt: answered(INSTANT, { example: MOMENT }),
}) {}

/** A series of the person. Its appointments carry its id. */
export class ExportedSeries extends AnswerOf(ExportedVisit, {
  rrule: answered(TEXT, { example: 'FREQ=WEEKLY;COUNT=8' }),
  exdates: answered(several(DATE), { example: [] }),
  timezone: answered(TEXT, { example: 'Europe/Berlin' }),
}) {}

/** Without the link: a file that goes round must not let its readers change what the person has booked. */
export class ExportedAppointment extends AnswerOf(without(APPOINTMENT_MEMBERS, ['manageUrl'])) {}
export class ExportedWaitlistEntry extends AnswerOf(without(WAITLIST_MEMBERS, ['manageUrl'])) {}

/** What a message said. */
export class ExportedContent extends AnswerOf({
  customerName: answered(TEXT, { example: 'Mia Keller' }),
  attendeeName: answered(orNull(TEXT), { example: null }),
  serviceName: answered(TEXT, { example: 'Haircut' }),
  providerName: answered(TEXT, { example: 'Ana Silva' }),
  locationName: answered(orNull(TEXT), { example: null }),
  start: answered(INSTANT, { example: '2026-12-01T09:00:00Z' }),
  end: answered(INSTANT, { example: '2026-12-01T09:45:00Z' }),
}) {}

/** A message to the person. */
export class ExportedMessage extends AnswerOf(ExportedVisit, {
  appointmentId: answered(orNull(INTEGER), { example: 1 }),
  waitlistEntryId: answered(orNull(INTEGER), { example: null }),
  channel: answered(oneOf(CHANNELS), { example: 'email' }),
  event: answered(oneOf([...MESSAGE_KINDS, ...PROVIDER_KINDS, OFFER]), { example: 'confirmation' }),
  status: answered(oneOf(MESSAGE_STATUSES), { example: 'sent' }),
  recipient: hidden('contacts', answered(TEXT, { example: 'mia.keller@example.com' })),
  attempts: answered(INTEGER, { example: 1 }),
  lastError: hidden('contacts', answered(orNull(TEXT), { example: null })),
  text: hidden(
    'contacts',
    answered(orNull(TEXT), {
      example: 'Reminder: Haircut with Ana Silva, Tuesday, 1 December 2026, 09:00',
      description: `What it said, an e-mail with its subject first; of one that is not sent, what it would say now. \`${LINK_PLACE}\` stands for the link of the customer`,
    }),
  ),
  sentAt: answered(orNull(INSTANT), { example: MOMENT }),
  content: answered(one(ExportedContent)),
}) {}

/** An answer that is kept for an `Idempotency-Key` and holds something of the person. */
export class ExportedAnswer extends AnswerOf({
  createdAt: answered(INSTANT, { example: MOMENT }),
  status: answered(INTEGER, { example: 201 }),
}) {}

/** Everything that is kept about a customer (docs/reference/customers.md, Personal data). */
export class CustomerExportResponse extends AnswerOf({
  exportedAt: answered(INSTANT, { example: MOMENT }),
  customer: answered(one(CustomerResponse)),
  appointments: answered(many(ExportedAppointment), { description: 'In the order of time' }),
  series: answered(many(ExportedSeries)),
  visits: answered(many(ExportedVisit)),
  waitlist: answered(many(ExportedWaitlistEntry)),
  messages: answered(many(ExportedMessage)),
  auditEntries: answered(many(AuditEntryResponse), {
    description:
      'Of the customer, and of appointments, messages and entries of the waitlist, deleted ones too',
  }),
  events: answered(many(EventResponse), { description: 'As GET `/events` shows them, while they are kept' }),
  storedAnswers: answered(many(ExportedAnswer), {
    description: 'Kept for 24 hours. They repeat what is said above',
  }),
}) {}

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
    text: message.text,
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

export function toExportedAnswer({ createdAt, status }: SavedAnswer, zone: string): ExportedAnswer {
  return { createdAt: formatInstant(createdAt.getTime(), zone), status };
}
