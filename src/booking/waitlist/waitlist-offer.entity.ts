import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Provider } from '../../business/providers/provider.entity';
import { WaitlistEntry } from './waitlist-entry.entity';

/** A time that an entry of the waitlist was offered. It is not offered to the entry again. */
@Entity('waitlist_offers')
@Index('waitlist_offers_provider_id_idx', ['providerId'])
export class WaitlistOffer {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'waitlist_offers_pkey' })
  @ForeignKey(() => WaitlistEntry, { name: 'waitlist_offers_entry_id_fkey', onDelete: 'CASCADE' })
  readonly entryId: number;

  @PrimaryColumn('int', { primaryKeyConstraintName: 'waitlist_offers_pkey' })
  @ForeignKey(() => Provider, { name: 'waitlist_offers_provider_id_fkey', onDelete: 'CASCADE' })
  readonly providerId: number;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'waitlist_offers_pkey' })
  readonly startAt: Date;
}
