import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { columnsOf, INSTANT, PLAIN } from '../../platform/database/columns';
import { Customer } from '../../people/customers/customer.entity';
import type { MessageFacts } from './message-facts';
import type { Channel, MessageKind, MessageStatus, OFFER, ProviderKind } from './message-kinds';
import { Id } from '../../platform/database/entity-columns';

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
export class Message {
  @Id('notifications')
  readonly id: number;

  /** Not a foreign key: the message outlives the appointment. */
  @Column('int', { nullable: true })
  appointmentId: number | null;

  /** Of an offer. Not a foreign key either. */
  @Column('int', { nullable: true })
  waitlistEntryId: number | null;

  @Column('int')
  @ForeignKey(() => Customer, { name: 'notifications_customer_id_fkey', onDelete: 'CASCADE' })
  customerId: number;

  /** Whom it is for, in place of the customer. Not a foreign key either. */
  @Column('int', { nullable: true })
  providerId: number | null;

  @Column('text')
  channel: Channel;

  @Column('text')
  event: MessageKind | ProviderKind | typeof OFFER;

  @Column('text', { default: 'queued' })
  status: MessageStatus;

  @Column('text')
  recipient: string;

  /** Whether a caller requested it through the API. */
  @Column('boolean', { default: false })
  requested: boolean;

  /** Rises with each message about the appointment: the SEQUENCE of the calendar entry. */
  @Column('int')
  sequence: number;

  /** Which step of REMINDER_HOURS a reminder is. Null: it is none, a caller has requested it, or an earlier release has queued it. */
  @Column('int', { nullable: true })
  reminderHours: number | null;

  /** The calendar entry that the appointment has with others, such as `series-5`; null: its own. */
  @Column('text', { nullable: true })
  calendarEntry: string | null;

  /** What an SMS says, with LINK_PLACE for the link. Null: an e-mail, or not composed yet. */
  @Column('text', { nullable: true })
  text: string | null;

  /** What an e-mail said, with LINK_PLACE for the link. Null: it is an SMS, not sent, or an earlier release has sent it. */
  @Column('text', { nullable: true })
  said: string | null;

  /** From then on no webhook is sent the text. */
  @Column('timestamptz', { nullable: true })
  expiresAt: Date | null;

  @Column('jsonb', { name: 'snapshot' })
  facts: MessageFacts;

  @Column('int', { default: 0 })
  attempts: number;

  /** Set after a failed attempt, unless it was the last one. */
  @Column('timestamptz', { nullable: true })
  nextAttemptAt: Date | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;
}

export const MESSAGE_COLUMNS = columnsOf<Message>({
  id: PLAIN,
  appointmentId: PLAIN,
  waitlistEntryId: PLAIN,
  customerId: PLAIN,
  providerId: PLAIN,
  channel: PLAIN,
  event: PLAIN,
  status: PLAIN,
  recipient: { holds: 'contact', erased: null },
  requested: PLAIN,
  sequence: PLAIN,
  reminderHours: PLAIN,
  calendarEntry: PLAIN,
  text: { holds: 'contact', erased: null },
  said: { holds: 'contact', erased: null, isUnaudited: true },
  expiresAt: INSTANT,
  facts: { holds: 'person', erased: null, isUnaudited: true, name: 'snapshot' },
  attempts: { ...PLAIN, isUnaudited: true },
  nextAttemptAt: { ...INSTANT, isUnaudited: true },
  lastError: { holds: 'person', erased: null, isUnaudited: true },
  createdAt: INSTANT,
  sentAt: { ...INSTANT, isUnaudited: true },
});

/** A message about an appointment; the API shows no others. */
export type AppointmentMessageRow = Message & {
  readonly appointmentId: number;
  readonly event: MessageKind | ProviderKind;
};

/** The same as a caller is told it. Null: a narrowed key does not see the customer. */
export type ToldMessage = Omit<AppointmentMessageRow, 'recipient'> & { readonly recipient: string | null };
