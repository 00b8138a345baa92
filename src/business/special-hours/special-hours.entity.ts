import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { columnsOf, PLAIN } from '../../platform/database/columns';
import type { LocalStretch } from '../../platform/time/local-stretch';
import { Location } from '../locations/location.entity';
import { Provider } from '../providers/provider.entity';
import { Id } from '../../platform/database/entity-columns';

/** A stretch as stored: minutes of the local day, and its place. */
export interface SpecialStretch extends LocalStretch {
  /** Absent: at every place. */
  readonly locationId?: number;
}

/** The hours of one date that differ from the ordinary week, of one provider, of the business or of one of its places. */
@Entity('special_hours')
@Index('special_hours_provider_id_on_date_key', ['providerId', 'onDate'], {
  unique: true,
  where: 'provider_id is not null',
})
@Index('special_hours_on_date_key', ['onDate'], {
  unique: true,
  where: 'provider_id is null and location_id is null',
})
@Index('special_hours_location_id_on_date_key', ['locationId', 'onDate'], {
  unique: true,
  where: 'location_id is not null',
})
export class SpecialHours {
  @Id('special_hours')
  readonly id: number;

  /** Null: the business, or a place. */
  @Column('int', { nullable: true })
  @ForeignKey(() => Provider, { name: 'special_hours_provider_id_fkey', onDelete: 'CASCADE' })
  providerId: number | null;

  /** Null: a provider, or the whole business. */
  @Column('int', { nullable: true })
  @ForeignKey(() => Location, { name: 'special_hours_location_id_fkey', onDelete: 'CASCADE' })
  locationId: number | null;

  /** `YYYY-MM-DD`. */
  @Column('date')
  onDate: string;

  /** In time order; empty on a day off. */
  @Column('jsonb')
  hours: readonly SpecialStretch[];

  @Column('text', { nullable: true })
  note: string | null;
}

export const SPECIAL_HOURS_COLUMNS = columnsOf<SpecialHours>({
  id: PLAIN,
  providerId: PLAIN,
  locationId: PLAIN,
  onDate: PLAIN,
  hours: PLAIN,
  note: PLAIN,
});
