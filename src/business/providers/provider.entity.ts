import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { columnsOf, INTERNAL, METADATA, PLAIN, STAFF, TIMELESS } from '../../platform/database/columns';
import { User } from '../../people/users/user.entity';
import type { Rotation } from '../../platform/time/rotation';
import type { Metadata } from '../../platform/metadata/metadata';
import { MetadataColumn } from '../../platform/database/entity-columns';

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
export class Provider {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'providers_pkey' })
  @ForeignKey(() => User, { name: 'providers_id_fkey' })
  id: number;

  @Column('text', { nullable: true })
  phone: string | null;

  @Column('text', { nullable: true })
  slug: string | null;

  @Column('text', { nullable: true })
  color: string | null;

  /** IANA name; null: the business's. */
  @Column('text', { nullable: true })
  timezone: string | null;

  /** Null: the business's hours. */
  @Column('jsonb', { nullable: true })
  schedule: readonly StoredScheduleEntry[] | null;

  /** How many appointments it may lead on a date; null: no limit. */
  @Column('int', { nullable: true })
  maxPerDay: number | null;

  /** Whether the provider has a list of services, empty or not (docs/reference/business.md). */
  @Column('boolean', { default: false })
  listsServices: boolean;

  /** Whether a timetable has named the provider, which may be over. A trigger sets it. */
  @Column('boolean', { default: false })
  readonly hasClasses: boolean;

  /** File name under STORAGE_DIR. */
  @Column('text', { nullable: true })
  profileImage: string | null;

  @MetadataColumn()
  metadata: Metadata;
}

export const PROVIDER_COLUMNS = columnsOf<Provider>({
  id: PLAIN,
  phone: STAFF,
  slug: TIMELESS,
  color: TIMELESS,
  timezone: PLAIN,
  schedule: PLAIN,
  maxPerDay: PLAIN,
  listsServices: INTERNAL,
  hasClasses: INTERNAL,
  profileImage: TIMELESS,
  metadata: METADATA,
});
