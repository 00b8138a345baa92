import { Entity, Index } from 'typeorm';
import { int, primary, RowOf, timestamp } from '../../platform/database/entity-columns';
import { Provider } from '../../business/providers/provider.entity';
import { WaitlistEntry } from './waitlist-entry.entity';

/** A time that an entry of the waitlist was offered. It is not offered to the entry again. */
@Entity('waitlist_offers')
@Index('waitlist_offers_provider_id_idx', ['providerId'])
export class WaitlistOffer extends RowOf({
  entryId: primary(int({ references: () => WaitlistEntry, onDelete: 'CASCADE' })),
  providerId: primary(int({ references: () => Provider, onDelete: 'CASCADE' })),
  startAt: primary(timestamp()),
}) {}
