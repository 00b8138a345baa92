import { Check, Entity, Index } from 'typeorm';
import { INTERNAL, PLAIN, TIMELESS, withoutColumns } from '../../platform/database/columns';
import {
  computed,
  flag,
  id,
  int,
  json,
  metadata,
  money,
  orNull,
  RowOf,
  sortedText,
  text,
  timestamp,
} from '../../platform/database/entity-columns';
import { Category } from '../categories/category.entity';
import type { Rotation } from '../../platform/time/rotation';
import type { ServiceQuestion } from './questions/service-question';
import type { Weekday } from '../../platform/time/weekdays';

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

/** What a booking from a page or by a link is. */
export const WEB_STATUSES = ['confirmed', 'pending'] as const;
export type WebStatus = (typeof WEB_STATUSES)[number];

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
@Check('services_web_status_sane', `web_status in ('confirmed', 'pending')`)
@Check('services_capacity_sane', 'capacity between 1 and 1000')
@Check('services_start_rule_sane', `start_rule in ('interval', 'schedule')`)
@Index('services_category_id_idx', ['categoryId'])
@Index('services_with_timetable_idx', ['id'], { where: `start_rule = 'schedule'` })
// Serves the filters by metadata. An entity cannot declare its operator class.
@Index('services_metadata_idx', { synchronize: false })
export class Service extends RowOf({
  id: id(),
  name: sortedText(TIMELESS),
  description: orNull(text(TIMELESS)),
  durationMin: int(PLAIN),
  price: money({ holds: 'money', isTimeless: true }),
  categoryId: orNull(int({ ...TIMELESS, references: () => Category, onDelete: 'SET NULL' })),
  active: flag({ ...PLAIN, default: true }),
  bufferBeforeMin: int({ ...PLAIN, default: 0 }),
  bufferAfterMin: int({ ...PLAIN, default: 0 }),
  /** Minutes from one offered start to the next; null: the duration. */
  slotIntervalMin: orNull(int(PLAIN)),
  minNoticeMin: int({ ...PLAIN, default: 0 }),
  maxAdvanceDays: int({ ...PLAIN, default: 365 }),
  /** How many seats a session has, that is the bookings with the same provider and time. */
  capacity: int({ ...PLAIN, default: 1 }),
  /** After how many minutes a pending appointment ends; null: it does not end by itself. */
  pendingMin: orNull(int(TIMELESS)),
  /** As what its customers book and move it by themselves. */
  webStatus: text<WebStatus>({ ...TIMELESS, formerly: 'confirmed', default: 'confirmed' }),
  /** Whether a payment confirms a pending appointment. */
  confirmWhenPaid: flag({ ...TIMELESS, formerly: false, default: false }),
  /** What one booking needs, each kind once. */
  resources: json<readonly ResourceNeed[]>({ ...PLAIN, default: [] }),
  /** Who helps with one booking; empty: its provider alone gives it. */
  team: json<readonly TeamNeed[]>({ ...PLAIN, formerly: [], default: [] }),
  /** Each provider once. A trigger takes out those of a provider that is deleted. */
  terms: json<readonly ProviderTerms[]>({ holds: 'money', formerly: [], default: [] }),
  /** Each duration once. */
  durationOptions: json<readonly DurationOption[]>({ holds: 'money', formerly: [], default: [] }),
  /** Not `starts_at`: the schema names instants so. */
  startsAt: text<StartsAt>({ ...PLAIN, formerly: 'interval', default: 'interval', name: 'start_rule' }),
  /** Monday first. Means nothing unless the service starts at its schedule. A trigger takes out those of a provider that is deleted. */
  timetable: json<readonly TimetableEntry[]>({ ...PLAIN, formerly: [], default: [] }),
  /** In the order in which a form shows them; each key once. */
  questions: json<readonly ServiceQuestion[]>({ ...TIMELESS, formerly: [], default: [] }),
  /** How many appointments that are still to come a customer may have; null: no limit. */
  maxActivePerCustomer: orNull(int(TIMELESS)),
  /** How often it may be booked on a date, with all providers together; null: no limit. */
  maxPerDay: orNull(int(PLAIN)),
  /** Until how many minutes before the start customers may cancel and move by themselves; null: until the start. */
  cancelUntilMin: orNull(int(TIMELESS)),
  moveUntilMin: orNull(int(TIMELESS)),
  /** What customers read of it. */
  policyText: orNull(text(TIMELESS)),
  /** Whether the service has a list of providers, empty or not (docs/reference/business.md). */
  listsProviders: flag({ ...INTERNAL, default: false }),
  /** The ids of its list of providers, ascending; null when it has no list. */
  providerIds: computed<readonly number[] | null>(
    'int',
    (service) => `select array(select a.provider_id from provider_services a
        where a.service_id = ${service}.id order by 1) where ${service}.lists_providers`,
  ),
  metadata: metadata(),
  createdAt: timestamp(PLAIN),
  updatedAt: timestamp(INTERNAL),
  deletedAt: orNull(timestamp(PLAIN)),
}) {}

/** Those of the table. */
export const SERVICE_COLUMNS = withoutColumns(Service.columns, ['providerIds']);
