import { Check, Entity, Index } from 'typeorm';
import { PLAIN, SECRET } from '../../../platform/database/columns';
import { bytes, int, primary, RowOf, text, timestamp } from '../../../platform/database/entity-columns';
import { Provider } from '../../../business/providers/provider.entity';
import { Location } from '../../../business/locations/location.entity';

/** A link under which a calendar can be read. The table holds only the hash of its secret. */
const FEED = {
  /** The part of the link that finds the row. */
  keyId: text(PLAIN),
  /** SHA-256 of the other part. */
  secretHash: bytes(SECRET),
  createdAt: timestamp(PLAIN),
};

/** The link to the calendar of one provider. */
@Entity('provider_feeds')
@Index('provider_feeds_key_id_key', ['keyId'], { unique: true })
export class ProviderFeed extends RowOf({
  ...FEED,
  id: primary(int({ ...PLAIN, references: () => Provider, onDelete: 'CASCADE' })),
}) {}

/** The link to the calendar of one location. */
@Entity('location_feeds')
@Index('location_feeds_key_id_key', ['keyId'], { unique: true })
export class LocationFeed extends RowOf({
  ...FEED,
  id: primary(int({ ...PLAIN, references: () => Location, onDelete: 'CASCADE' })),
}) {}

/** The only row: the link to the calendar of the whole business. */
@Entity('business_feeds')
@Check('business_feeds_one_row', 'id = 1')
@Index('business_feeds_key_id_key', ['keyId'], { unique: true })
export class BusinessFeed extends RowOf({ ...FEED, id: primary(int(PLAIN)) }) {}
