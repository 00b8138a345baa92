import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { columnsOf, INSTANT, PLAIN, SECRET } from '../../../platform/database/columns';
import { Provider } from '../../../business/providers/provider.entity';

/** The link under which the calendar of one provider can be read. The table holds only the hash of its secret. */
@Entity('provider_feeds')
@Index('provider_feeds_key_id_key', ['keyId'], { unique: true })
export class ProviderFeed {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'provider_feeds_pkey' })
  @ForeignKey(() => Provider, { name: 'provider_feeds_id_fkey', onDelete: 'CASCADE' })
  readonly id: number;

  /** The part of the link that finds the row. */
  @Column('text')
  readonly keyId: string;

  /** SHA-256 of the other part. */
  @Column('bytea')
  readonly secretHash: Buffer;

  @Column('timestamptz')
  readonly createdAt: Date;
}

export const PROVIDER_FEED_COLUMNS = columnsOf<ProviderFeed>({
  id: PLAIN,
  keyId: PLAIN,
  secretHash: SECRET,
  createdAt: INSTANT,
});
