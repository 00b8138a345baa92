import { Check, Column, Entity, ForeignKey, Index, VirtualColumn } from 'typeorm';
import {
  columnsOf,
  INTERNAL,
  INSTANT,
  INTERNAL_INSTANT,
  METADATA,
  PLAIN,
  TIMELESS,
} from '../../platform/database/columns';
import { Category } from '../categories/category.entity';
import type { Rotation } from '../../platform/time/rotation';
import type { ServiceQuestion } from './questions/service-question';
import type { Weekday } from '../../platform/time/weekdays';
import type { Metadata } from '../../platform/metadata/metadata';
import { Id, MetadataColumn, MoneyColumn } from '../../platform/database/entity-columns';

/** How many resources of a kind one booking needs. */
export interface ResourceNeed {
  readonly kind: string;
  readonly quantity: number;
}

/** How many of some providers come along to one booking, besides the provider who gives it. */
export interface TeamNeed {
  readonly providerIds: readonly number[];
  readonly count: number;
}

/** What differs when one provider gives the service. Null: as the service has it. */
export interface ProviderTerms {
  readonly providerId: number;
  readonly durationMin: number | null;
  readonly price: number | null;
  readonly bufferBeforeMin: number | null;
  readonly bufferAfterMin: number | null;
}

/** A duration that a booking may choose, and its price. */
export interface DurationOption {
  readonly durationMin: number;
  readonly price: number | null;
}

/** At every interval of the working hours, or at the starts of a timetable alone. */
export const STARTS_AT = ['interval', 'schedule'] as const;
export type StartsAt = (typeof STARTS_AT)[number];

/** A class: when it starts in the weeks in which it holds, who gives it, and where. */
export interface TimetableEntry extends Rotation {
  readonly day: Weekday;
  /** Minutes since midnight. */
  readonly startMin: number;
  readonly providerId: number;
  /** Absent: it names no place. */
  readonly locationId?: number;
}

/** Something that can be booked. A deleted one stays for the appointments that name it. */
@Entity('services')
@Check(
  'services_minutes_sane',
  `duration_min between 1 and 1440 and buffer_before_min >= 0 and buffer_after_min >= 0 and slot_interval_min >= 1 and min_notice_min >= 0 and max_advance_days >= 0`,
)
@Check('services_price_sane', 'price >= 0')
@Check('services_pending_min_sane', 'pending_min between 5 and 10080')
@Check(
  'services_policies_sane',
  'cancel_until_min between 0 and 525600 and move_until_min between 0 and 525600',
)
@Check('services_capacity_sane', 'capacity between 1 and 1000')
@Check('services_start_rule_sane', `start_rule in ('interval', 'schedule')`)
@Index('services_category_id_idx', ['categoryId'])
@Index('services_with_timetable_idx', ['id'], { where: `start_rule = 'schedule'` })
// Serves the filters by metadata. An entity cannot declare its operator class.
@Index('services_metadata_idx', { synchronize: false })
export class Service {
  @Id('services')
  readonly id: number;

  @Column({ type: 'text', collation: 'und-x-icu' })
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('int')
  durationMin: number;

  @MoneyColumn()
  price: number | null;

  @Column('int', { nullable: true })
  @ForeignKey(() => Category, { name: 'services_category_id_fkey', onDelete: 'SET NULL' })
  categoryId: number | null;

  @Column('boolean', { default: true })
  active: boolean;

  @Column('int', { default: 0 })
  bufferBeforeMin: number;

  @Column('int', { default: 0 })
  bufferAfterMin: number;

  /** Minutes from one offered start to the next; null: the duration. */
  @Column('int', { nullable: true })
  slotIntervalMin: number | null;

  @Column('int', { default: 0 })
  minNoticeMin: number;

  @Column('int', { default: 365 })
  maxAdvanceDays: number;

  /** How many seats a session has, that is the bookings with the same provider and time. */
  @Column('int', { default: 1 })
  capacity: number;

  /** After how many minutes a pending appointment ends; null: it does not end by itself. */
  @Column('int', { nullable: true })
  pendingMin: number | null;

  /** Whether a payment confirms a pending appointment. */
  @Column('boolean', { default: false })
  confirmWhenPaid: boolean;

  /** What one booking needs, each kind once. */
  @Column('jsonb', { default: [] })
  resources: readonly ResourceNeed[];

  /** Who helps with one booking; empty: its provider alone gives it. */
  @Column('jsonb', { default: [] })
  team: readonly TeamNeed[];

  /** Each provider once. A trigger takes out those of a provider that is deleted. */
  @Column('jsonb', { default: [] })
  terms: readonly ProviderTerms[];

  /** Each duration once. */
  @Column('jsonb', { default: [] })
  durationOptions: readonly DurationOption[];

  /** Not `starts_at`: the schema names instants so. */
  @Column('text', { name: 'start_rule', default: 'interval' })
  startsAt: StartsAt;

  /** Monday first. Means nothing unless the service starts at its schedule. A trigger takes out those of a provider that is deleted. */
  @Column('jsonb', { default: [] })
  timetable: readonly TimetableEntry[];

  /** In the order in which a form shows them; each key once. */
  @Column('jsonb', { default: [] })
  questions: readonly ServiceQuestion[];

  /** How many appointments that are still to come a customer may have; null: no limit. */
  @Column('int', { nullable: true })
  maxActivePerCustomer: number | null;

  /** How often it may be booked on a date, with all providers together; null: no limit. */
  @Column('int', { nullable: true })
  maxPerDay: number | null;

  /** Until how many minutes before the start customers may cancel and move by themselves; null: until the start. */
  @Column('int', { nullable: true })
  cancelUntilMin: number | null;

  @Column('int', { nullable: true })
  moveUntilMin: number | null;

  /** What customers read of it. */
  @Column('text', { nullable: true })
  policyText: string | null;

  /** Whether the service has a list of providers, empty or not (docs/reference/business.md). */
  @Column('boolean', { default: false })
  listsProviders: boolean;

  /** The ids of its list of providers, ascending; null when it has no list. */
  @VirtualColumn('int', {
    query: (service) => `select array(select a.provider_id from provider_services a
        where a.service_id = ${service}.id order by 1) where ${service}.lists_providers`,
  })
  readonly providerIds: readonly number[] | null;

  @MetadataColumn()
  metadata: Metadata;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;

  @Column('timestamptz', { nullable: true })
  deletedAt: Date | null;
}

export const SERVICE_COLUMNS = columnsOf<Omit<Service, 'providerIds'>>({
  id: PLAIN,
  name: TIMELESS,
  description: TIMELESS,
  durationMin: PLAIN,
  price: { holds: 'money', isTimeless: true },
  categoryId: TIMELESS,
  active: PLAIN,
  bufferBeforeMin: PLAIN,
  bufferAfterMin: PLAIN,
  slotIntervalMin: PLAIN,
  minNoticeMin: PLAIN,
  maxAdvanceDays: PLAIN,
  capacity: PLAIN,
  pendingMin: TIMELESS,
  confirmWhenPaid: { ...TIMELESS, formerly: false },
  resources: PLAIN,
  team: { ...PLAIN, formerly: [] },
  maxActivePerCustomer: TIMELESS,
  maxPerDay: PLAIN,
  terms: { holds: 'money', formerly: [] },
  durationOptions: { holds: 'money', formerly: [] },
  startsAt: { ...PLAIN, name: 'start_rule', formerly: 'interval' },
  timetable: { ...PLAIN, formerly: [] },
  questions: { ...TIMELESS, formerly: [] },
  cancelUntilMin: TIMELESS,
  moveUntilMin: TIMELESS,
  policyText: TIMELESS,
  listsProviders: INTERNAL,
  metadata: METADATA,
  createdAt: INSTANT,
  updatedAt: INTERNAL_INSTANT,
  deletedAt: INSTANT,
});
