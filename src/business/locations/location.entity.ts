import { Column, Entity, Index } from 'typeorm';
import { columnsOf, INSTANT, INTERNAL_INSTANT, METADATA, PLAIN } from '../../platform/database/columns';
import type { Metadata } from '../../platform/metadata/metadata';
import type { StoredScheduleEntry } from '../providers/provider.entity';
import { Id, MetadataColumn } from '../../platform/database/entity-columns';

/** A place where appointments happen. At most one is the primary one. */
@Entity('locations')
@Index('locations_one_primary', ['isPrimary'], { unique: true, where: 'is_primary' })
// Serves the filters by metadata. An entity cannot declare its operator class.
@Index('locations_metadata_idx', { synchronize: false })
export class Location {
  @Id('locations')
  readonly id: number;

  @Column({ type: 'text', collation: 'und-x-icu' })
  name: string;

  @Column('text', { nullable: true })
  address: string | null;

  /** Those of its week, as in a schedule; null: the business's. */
  @Column('jsonb', { nullable: true })
  hours: readonly StoredScheduleEntry[] | null;

  /** IANA name; null: none, so that its clock is that of the provider. */
  @Column('text', { nullable: true })
  timezone: string | null;

  @Column('boolean', { default: false })
  isPrimary: boolean;

  @MetadataColumn()
  metadata: Metadata;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}

export const LOCATION_COLUMNS = columnsOf<Location>({
  id: PLAIN,
  name: PLAIN,
  address: PLAIN,
  hours: PLAIN,
  timezone: PLAIN,
  isPrimary: PLAIN,
  metadata: METADATA,
  createdAt: INSTANT,
  updatedAt: INTERNAL_INSTANT,
});
