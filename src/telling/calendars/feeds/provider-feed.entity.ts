import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Provider } from '../../../business/providers/provider.entity';
import { Feed } from './feed.entity';

/** The link to the calendar of one provider. */
@Entity('provider_feeds')
@Index('provider_feeds_key_id_key', ['keyId'], { unique: true })
export class ProviderFeed extends Feed {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'provider_feeds_pkey' })
  @ForeignKey(() => Provider, { name: 'provider_feeds_id_fkey', onDelete: 'CASCADE' })
  readonly id: number;
}
