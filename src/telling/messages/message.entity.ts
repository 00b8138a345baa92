import { Check, Entity, Index } from 'typeorm';
import { PLAIN, UNAUDITED } from '../../platform/database/columns';
import { flag, id, int, json, orNull, RowOf, text, timestamp } from '../../platform/database/entity-columns';
import { Customer } from '../../people/customers/customer.entity';
import type { MessageFacts } from './message-facts';
import type { Channel, MessageKind, MessageStatus, OFFER, ProviderKind } from './message-kinds';

/** A message to a customer or a provider, and its delivery. The API and the table say "notification". The job holds the time of the next attempt. */
@Entity('notifications')
@Check('notifications_channel_known', `channel in ('email', 'sms')`)
@Check(
  'notifications_event_known',
  `event in ('confirmation', 'reminder', 'cancellation', 'reschedule', 'offer', 'provider-booked', 'provider-moved', 'provider-cancelled')`,
)
@Check('notifications_one_subject', 'num_nonnulls(appointment_id, waitlist_entry_id) = 1')
@Check('notifications_status_known', `status in ('queued', 'sent', 'failed')`)
@Index('notifications_appointment_id_idx', ['appointmentId', 'id'])
@Index('notifications_customer_id_idx', ['customerId'])
@Index('notifications_created_at_idx', ['createdAt'])
@Index('notifications_calendar_entry_idx', ['calendarEntry', 'sequence'], {
  where: 'calendar_entry is not null',
})
@Index('notifications_failed_idx', ['id'], { where: `status = 'failed'` })
export class Message extends RowOf({
  id: id(),
  /** Not a foreign key: the message outlives the appointment. */
  appointmentId: orNull(int(PLAIN)),
  /** Of an offer. Not a foreign key either. */
  waitlistEntryId: orNull(int(PLAIN)),
  customerId: int({ ...PLAIN, references: () => Customer, onDelete: 'CASCADE' }),
  /** Whom it is for, in place of the customer. Not a foreign key either. */
  providerId: orNull(int(PLAIN)),
  channel: text<Channel>(PLAIN),
  event: text<MessageKind | ProviderKind | typeof OFFER>(PLAIN),
  status: text<MessageStatus>({ ...PLAIN, default: 'queued' }),
  recipient: text({ holds: 'contact', erased: null }),
  /** Whether a caller requested it through the API. */
  requested: flag({ ...PLAIN, default: false }),
  /** Rises with each message about the appointment: the SEQUENCE of the calendar entry. */
  sequence: int(PLAIN),
  /** Which step of REMINDER_HOURS a reminder is. Null: it is none, a caller has requested it, or an earlier release has queued it. */
  reminderHours: orNull(int(PLAIN)),
  /** The calendar entry that the appointment has with others, such as `series-5`; null: its own. */
  calendarEntry: orNull(text(PLAIN)),
  /** What an SMS says, with LINK_PLACE for the link. Null: an e-mail, or not composed yet. */
  text: orNull(text({ holds: 'contact', erased: null })),
  /** What an e-mail said, with LINK_PLACE for the link. Null: it is an SMS, not sent, or an earlier release has sent it. */
  said: orNull(text({ holds: 'contact', erased: null, isUnaudited: true })),
  /** From then on no webhook is sent the text. */
  expiresAt: orNull(timestamp(PLAIN)),
  facts: json<MessageFacts>({ holds: 'person', erased: null, isUnaudited: true, name: 'snapshot' }),
  attempts: int({ ...UNAUDITED, default: 0 }),
  /** Set after a failed attempt, unless it was the last one. */
  nextAttemptAt: orNull(timestamp(UNAUDITED)),
  lastError: orNull(text({ holds: 'person', erased: null, isUnaudited: true })),
  createdAt: timestamp(PLAIN),
  sentAt: orNull(timestamp(UNAUDITED)),
}) {}

/** A message about an appointment; the API shows no others. */
export type AppointmentMessageRow = Message & {
  readonly appointmentId: number;
  readonly event: MessageKind | ProviderKind;
};

/** The same as a caller is told it. Null: a narrowed key does not see the customer. */
export type ToldMessage = Omit<AppointmentMessageRow, 'recipient'> & { readonly recipient: string | null };
