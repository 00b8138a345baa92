import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { columnsOf, INSTANT, PLAIN, SECRET } from '../../../platform/database/columns';
import { Provider } from '../../../business/providers/provider.entity';
import { Location } from '../../../business/locations/location.entity';

/** A link under which a calendar can be read. The table holds only the hash of its secret. */
export abstract class Feed {
  /** That of the provider or of the location, which has at most one; 1 for the business. */
  abstract readonly id: number;

  /** The part of the link that finds the row. */
  @Column('text')
  readonly keyId: string;

  /** SHA-256 of the other part. */
  @Column('bytea')
  readonly secretHash: Buffer;

  @Column('timestamptz')
  readonly createdAt: Date;
}

export const FEED_COLUMNS = columnsOf<Feed>({
  id: PLAIN,
  keyId: PLAIN,
  secretHash: SECRET,
  createdAt: INSTANT,
});

/** The link to the calendar of one provider. */
@Entity('provider_feeds')
@Index('provider_feeds_key_id_key', ['keyId'], { unique: true })
export class ProviderFeed extends Feed {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'provider_feeds_pkey' })
  @ForeignKey(() => Provider, { name: 'provider_feeds_id_fkey', onDelete: 'CASCADE' })
  readonly id: number;
}

/** The link to the calendar of one location. */
@Entity('location_feeds')
@Index('location_feeds_key_id_key', ['keyId'], { unique: true })
export class LocationFeed extends Feed {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'location_feeds_pkey' })
  @ForeignKey(() => Location, { name: 'location_feeds_id_fkey', onDelete: 'CASCADE' })
  readonly id: number;
}

/** The only row: the link to the calendar of the whole business. */
@Entity('business_feeds')
@Check('business_feeds_one_row', 'id = 1')
@Index('business_feeds_key_id_key', ['keyId'], { unique: true })
export class BusinessFeed extends Feed {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'business_feeds_pkey' })
  readonly id: number;
}
