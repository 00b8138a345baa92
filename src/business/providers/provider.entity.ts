import { Entity, Index, Unique } from 'typeorm';
import { INTERNAL, PLAIN, STAFF, TIMELESS } from '../../platform/database/columns';
import {
  flag,
  int,
  json,
  metadata,
  orNull,
  primary,
  RowOf,
  text,
} from '../../platform/database/entity-columns';
import { User } from '../../people/users/user.entity';
import type { Rotation } from '../../platform/time/rotation';

/** One stretch of a provider's week, as stored: minutes of the local day, breaks inside it, its place, the weeks in which it holds. */
export interface StoredScheduleEntry extends Rotation {
  readonly day: 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday';
  readonly startMin: number;
  readonly endMin: number;
  readonly breaks: readonly { readonly startMin: number; readonly endMin: number }[];
  /** Absent: at every place. */
  readonly locationId?: number;
}

/** What makes a user a provider; its name, e-mail and `active` are the user's. */
@Entity('providers')
@Unique('providers_slug_key', ['slug'])
// Serves the filters by metadata. An entity cannot declare its operator class.
@Index('providers_metadata_idx', { synchronize: false })
export class Provider extends RowOf({
  id: primary(int({ ...PLAIN, references: () => User })),
  phone: orNull(text(STAFF)),
  slug: orNull(text(TIMELESS)),
  color: orNull(text(TIMELESS)),
  /** IANA name; null: the business's. */
  timezone: orNull(text(PLAIN)),
  /** Null: the business's hours. */
  schedule: orNull(json<readonly StoredScheduleEntry[]>(PLAIN)),
  /** How many appointments it may lead on a date; null: no limit. */
  maxPerDay: orNull(int(PLAIN)),
  /** Whether the provider has a list of services, empty or not (docs/reference/business.md). */
  listsServices: flag({ ...INTERNAL, default: false }),
  /** Whether a timetable has named the provider, which may be over. A trigger sets it. */
  hasClasses: flag({ ...INTERNAL, default: false }),
  /** File name under STORAGE_DIR. */
  profileImage: orNull(text(TIMELESS)),
  metadata: metadata(),
}) {}
