import { Entity, Index } from 'typeorm';
import { INTERNAL, PLAIN, TIMELESS } from '../../platform/database/columns';
import {
  flag,
  id,
  int,
  metadata,
  orNull,
  RowOf,
  sortedText,
  timestamp,
} from '../../platform/database/entity-columns';
import { Location } from '../locations/location.entity';

/** A room, a chair or a piece of equipment. */
@Entity('resources')
@Index('resources_location_id_idx', ['locationId'])
// Serves the filters by metadata. An entity cannot declare its operator class.
@Index('resources_metadata_idx', { synchronize: false })
export class Resource extends RowOf({
  id: id(),
  name: sortedText(TIMELESS),
  /** A word such as `room`. Services name the kinds that they need. */
  kind: sortedText(PLAIN),
  /** Null: it can be used at every location. */
  locationId: orNull(int({ ...PLAIN, references: () => Location, onDelete: 'SET NULL' })),
  active: flag({ ...PLAIN, default: true }),
  metadata: metadata(),
  createdAt: timestamp(PLAIN),
  updatedAt: timestamp(INTERNAL),
}) {}
