import { Column, Entity, ForeignKey, Index } from 'typeorm';
import {
  columnsOf,
  INSTANT,
  INTERNAL_INSTANT,
  METADATA,
  PLAIN,
  TIMELESS,
} from '../../platform/database/columns';
import { Location } from '../locations/location.entity';
import type { Metadata } from '../../platform/metadata/metadata';
import { Id, MetadataColumn } from '../../platform/database/entity-columns';

/** A room, a chair or a piece of equipment. */
@Entity('resources')
@Index('resources_location_id_idx', ['locationId'])
// Serves the filters by metadata. An entity cannot declare its operator class.
@Index('resources_metadata_idx', { synchronize: false })
export class Resource {
  @Id('resources')
  readonly id: number;

  @Column({ type: 'text', collation: 'und-x-icu' })
  name: string;

  /** A word such as `room`. Services name the kinds that they need. */
  @Column({ type: 'text', collation: 'und-x-icu' })
  kind: string;

  /** Null: it can be used at every location. */
  @Column('int', { nullable: true })
  @ForeignKey(() => Location, { name: 'resources_location_id_fkey', onDelete: 'SET NULL' })
  locationId: number | null;

  @Column('boolean', { default: true })
  active: boolean;

  @MetadataColumn()
  metadata: Metadata;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}

export const RESOURCE_COLUMNS = columnsOf<Resource>({
  id: PLAIN,
  name: TIMELESS,
  kind: PLAIN,
  locationId: PLAIN,
  active: PLAIN,
  metadata: METADATA,
  createdAt: INSTANT,
  updatedAt: INTERNAL_INSTANT,
});
