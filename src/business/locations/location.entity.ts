import { Entity, Index } from 'typeorm';
import { INTERNAL, PLAIN } from '../../platform/database/columns';
import {
  flag,
  id,
  json,
  metadata,
  orNull,
  RowOf,
  sortedText,
  text,
  timestamp,
} from '../../platform/database/entity-columns';
import type { StoredScheduleEntry } from '../providers/provider.entity';

/** A place where appointments happen. At most one is the primary one. */
@Entity('locations')
@Index('locations_one_primary', ['isPrimary'], { unique: true, where: 'is_primary' })
// Serves the filters by metadata. An entity cannot declare its operator class.
@Index('locations_metadata_idx', { synchronize: false })
export class Location extends RowOf({
  id: id(),
  name: sortedText(PLAIN),
  address: orNull(text(PLAIN)),
  /** Those of its week, as in a schedule; null: the business's. */
  hours: orNull(json<readonly StoredScheduleEntry[]>(PLAIN)),
  /** IANA name; null: none, so that its clock is that of the provider. */
  timezone: orNull(text(PLAIN)),
  /** These five are what it says of itself to its customers; null: what the business says. */
  senderName: orNull(text(PLAIN)),
  phone: orNull(text(PLAIN)),
  email: orNull(text(PLAIN)),
  /** A canonical language tag (BCP 47). */
  language: orNull(text(PLAIN)),
  policyText: orNull(text(PLAIN)),
  isPrimary: flag({ ...PLAIN, default: false }),
  metadata: metadata(),
  createdAt: timestamp(PLAIN),
  updatedAt: timestamp(INTERNAL),
}) {}
