import { Check, Entity, Index, PrimaryColumn } from 'typeorm';
import { Feed } from './feed.entity';

/** The only row: the link to the calendar of the whole business. */
@Entity('business_feeds')
@Check('business_feeds_one_row', 'id = 1')
@Index('business_feeds_key_id_key', ['keyId'], { unique: true })
export class BusinessFeed extends Feed {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'business_feeds_pkey' })
  readonly id: number;
}
