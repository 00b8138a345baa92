import { Entity, Index } from 'typeorm';
import { INTERNAL, PLAIN, SECRET, UNAUDITED } from '../../platform/database/columns';
import { flag, id, int, json, orNull, RowOf, text, timestamp } from '../../platform/database/entity-columns';
import { Provider } from '../providers/provider.entity';
import type { BusyIf } from './busy-if';
import type { Unreadable } from './reading/unreadable';

/** A calendar elsewhere: what is busy there keeps its provider from being booked. */
@Entity('busy_calendars')
@Index('busy_calendars_provider_id_idx', ['providerId'])
@Index('busy_calendars_next_fetch_at_idx', ['nextFetchAt'], { where: 'active' })
export class BusyCalendar extends RowOf({
  id: id(),
  providerId: int({ ...PLAIN, references: () => Provider, onDelete: 'CASCADE' }),
  url: text(SECRET),
  name: orNull(text(PLAIN)),
  active: flag({ ...PLAIN, default: true }),
  busyIf: text<BusyIf>({ ...PLAIN, default: 'opaque' }),
  createdAt: timestamp(PLAIN),
  updatedAt: timestamp(INTERNAL),
  /** The busy events that the last successful fetch found, each occurrence counted. */
  events: int({ ...PLAIN, default: 0 }),
  /** Changes with the busy times. Null before the first fetch. */
  timesHash: orNull(text(PLAIN)),
  lastFetchedAt: orNull(timestamp(UNAUDITED)),
  lastError: orNull(text(UNAUDITED)),
  /** The first events that the last reading left out. */
  unreadable: json<readonly Unreadable[]>({ ...UNAUDITED, default: [] }),
  /** How many it left out. */
  unreadableEvents: int({ ...UNAUDITED, default: 0 }),
  etag: orNull(text(INTERNAL)),
  lastModified: orNull(text(INTERNAL)),
  readUntil: orNull(timestamp(INTERNAL)),
  readZone: orNull(text(INTERNAL)),
  /** When a worker fetches it; the end of the lease of one that does. */
  nextFetchAt: timestamp(INTERNAL),
  /** When a worker last began to fetch it. */
  attemptedAt: orNull(timestamp(INTERNAL)),
}) {}
