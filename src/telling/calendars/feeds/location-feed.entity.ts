import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Location } from '../../../business/locations/location.entity';
import { Feed } from './feed.entity';

/** The link to the calendar of one location. */
@Entity('location_feeds')
@Index('location_feeds_key_id_key', ['keyId'], { unique: true })
export class LocationFeed extends Feed {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'location_feeds_pkey' })
  @ForeignKey(() => Location, { name: 'location_feeds_id_fkey', onDelete: 'CASCADE' })
  readonly id: number;
}
