import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Customer } from '../../people/customers/customer.entity';
import type { MessageFacts } from './message-facts';

export const CHANNELS = ['email'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What a message is about (decisions, section 7). */
export const EVENTS = ['confirmation', 'reminder', 'cancellation', 'reschedule'] as const;
export type NotificationEvent = (typeof EVENTS)[number];

/** `queued`: to be sent, for the first time or again. `failed`: given up. */
export const DELIVERY_STATUSES = ['queued', 'sent', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A message to a customer: what it says, and the record of its delivery. When it is tried is the business of the queue. */
@Entity('notifications')
@Check('notifications_channel_known', `channel in ('email')`)
@Check('notifications_event_known', `event in ('confirmation', 'reminder', 'cancellation', 'reschedule')`)
@Check('notifications_status_known', `status in ('queued', 'sent', 'failed')`)
@Index('notifications_appointment_id_idx', ['appointmentId', 'id'])
@Index('notifications_customer_id_idx', ['customerId'])
@Index('notifications_failed_idx', ['id'], { where: `status = 'failed'` })
export class Notification {
  @PrimaryGeneratedColumn('identity', {
    type: 'int',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'notifications_pkey',
  })
  readonly id: number;

  /** Not a foreign key: outlives the appointment. */
  @Column('int')
  appointmentId: number;

  @Column('int')
  @ForeignKey(() => Customer, { name: 'notifications_customer_id_fkey', onDelete: 'CASCADE' })
  customerId: number;

  @Column('text')
  channel: Channel;

  @Column('text')
  event: NotificationEvent;

  @Column('text', { default: 'queued' })
  status: DeliveryStatus;

  @Column('text')
  recipient: string;

  /** Whether somebody asked for it; it goes out by itself otherwise. */
  @Column('boolean', { default: false })
  requested: boolean;

  /** Rises with each message about the appointment: the SEQUENCE of its calendar entry. */
  @Column('int')
  sequence: number;

  @Column('jsonb')
  snapshot: MessageFacts;

  @Column('int', { default: 0 })
  attempts: number;

  /** When it is tried again, after an attempt that has failed. */
  @Column('timestamptz', { nullable: true })
  nextAttemptAt: Date | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  sentAt: Date | null;
}
