import { Entity, Index } from 'typeorm';
import { PLAIN } from '../../platform/database/columns';
import { id, int, json, localDate, orNull, RowOf, text } from '../../platform/database/entity-columns';
import type { LocalStretch } from '../../platform/time/local-stretch';
import { Location } from '../locations/location.entity';
import { Provider } from '../providers/provider.entity';

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
export class SpecialHours extends RowOf({
  id: id(),
  /** Null: the business, or a place. */
  providerId: orNull(int({ ...PLAIN, references: () => Provider, onDelete: 'CASCADE' })),
  /** Null: a provider, or the whole business. */
  locationId: orNull(int({ ...PLAIN, references: () => Location, onDelete: 'CASCADE' })),
  /** `YYYY-MM-DD`. */
  onDate: localDate(PLAIN),
  /** In time order; empty on a day off. */
  hours: json<readonly SpecialStretch[]>(PLAIN),
  note: orNull(text(PLAIN)),
}) {}
