import { Column, Entity, ForeignKey, Index } from 'typeorm';
import {
  columnsOf,
  INSTANT,
  INTERNAL,
  INTERNAL_INSTANT,
  PLAIN,
  SECRET,
} from '../../platform/database/columns';
import { Provider } from '../providers/provider.entity';
import { Id } from '../../platform/database/entity-columns';

import type { BusyIf } from './busy-if';
import type { Unreadable } from './reading/unreadable';

/** A calendar elsewhere: what is busy there keeps its provider from being booked. */
@Entity('busy_calendars')
@Index('busy_calendars_provider_id_idx', ['providerId'])
@Index('busy_calendars_next_fetch_at_idx', ['nextFetchAt'], { where: 'active' })
export class BusyCalendar {
  @Id('busy_calendars')
  readonly id: number;

  @Column('int')
  @ForeignKey(() => Provider, { name: 'busy_calendars_provider_id_fkey', onDelete: 'CASCADE' })
  readonly providerId: number;

  @Column('text')
  url: string;

  @Column('text', { nullable: true })
  name: string | null;

  @Column('boolean', { default: true })
  active: boolean;

  @Column('text', { default: 'opaque' })
  busyIf: BusyIf;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;

  /** The busy events that the last successful fetch found, each occurrence counted. */
  @Column('int', { default: 0 })
  events: number;

  /** Changes with the busy times. Null before the first fetch. */
  @Column('text', { nullable: true })
  timesHash: string | null;

  @Column('timestamptz', { nullable: true })
  lastFetchedAt: Date | null;

  @Column('text', { nullable: true })
  lastError: string | null;

  /** The first events that the last reading left out. */
  @Column('jsonb', { default: [] })
  unreadable: readonly Unreadable[];

  /** How many it left out. */
  @Column('int', { default: 0 })
  unreadableEvents: number;

  @Column('text', { nullable: true })
  etag: string | null;

  @Column('text', { nullable: true })
  lastModified: string | null;

  @Column('timestamptz', { nullable: true })
  readUntil: Date | null;

  @Column('text', { nullable: true })
  readZone: string | null;

  /** When a worker fetches it; the end of the lease of one that does. */
  @Column('timestamptz')
  nextFetchAt: Date;

  /** When a worker last began to fetch it. */
  @Column('timestamptz', { nullable: true })
  attemptedAt: Date | null;
}

export const BUSY_CALENDAR_COLUMNS = columnsOf<BusyCalendar>({
  id: PLAIN,
  providerId: PLAIN,
  url: SECRET,
  name: PLAIN,
  active: PLAIN,
  busyIf: PLAIN,
  createdAt: INSTANT,
  updatedAt: INTERNAL_INSTANT,
  events: PLAIN,
  timesHash: PLAIN,
  lastFetchedAt: { ...INSTANT, isUnaudited: true },
  lastError: { ...PLAIN, isUnaudited: true },
  unreadable: { ...PLAIN, isUnaudited: true },
  unreadableEvents: { ...PLAIN, isUnaudited: true },
  etag: INTERNAL,
  lastModified: INTERNAL,
  readUntil: INTERNAL_INSTANT,
  readZone: INTERNAL,
  nextFetchAt: INTERNAL_INSTANT,
  attemptedAt: INTERNAL_INSTANT,
});
