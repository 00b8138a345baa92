import { Entity, Index } from 'typeorm';
import { INTERNAL, PLAIN } from '../../platform/database/columns';
import {
  flag,
  id,
  metadata,
  orNull,
  RowOf,
  sortedText,
  text,
  timestamp,
} from '../../platform/database/entity-columns';

@Entity('categories')
// Serves the filters by metadata. An entity cannot declare its operator class.
@Index('categories_metadata_idx', { synchronize: false })
export class Category extends RowOf({
  id: id(),
  name: sortedText(PLAIN),
  description: orNull(text(PLAIN)),
  /** `#RRGGBB`, upper case. */
  color: orNull(text(PLAIN)),
  active: flag({ ...PLAIN, default: true }),
  metadata: metadata(),
  createdAt: timestamp(PLAIN),
  updatedAt: timestamp(INTERNAL),
}) {}
