import { Column, Entity, Index } from 'typeorm';
import { columnsOf, INSTANT, INTERNAL_INSTANT, METADATA, PLAIN } from '../../platform/database/columns';
import type { Metadata } from '../../platform/metadata/metadata';
import { Id, MetadataColumn } from '../../platform/database/entity-columns';

@Entity('categories')
// Serves the filters by metadata. An entity cannot declare its operator class.
@Index('categories_metadata_idx', { synchronize: false })
export class Category {
  @Id('categories')
  readonly id: number;

  @Column({ type: 'text', collation: 'und-x-icu' })
  name: string;

  @Column('text', { nullable: true })
  description: string | null;

  /** `#RRGGBB`, upper case. */
  @Column('text', { nullable: true })
  color: string | null;

  @Column('boolean', { default: true })
  active: boolean;

  @MetadataColumn()
  metadata: Metadata;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}

export const CATEGORY_COLUMNS = columnsOf<Category>({
  id: PLAIN,
  name: PLAIN,
  description: PLAIN,
  color: PLAIN,
  active: PLAIN,
  metadata: METADATA,
  createdAt: INSTANT,
  updatedAt: INTERNAL_INSTANT,
});
