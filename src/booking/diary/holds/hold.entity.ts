import { Entity, Exclusion, Index, Unique } from 'typeorm';
import { INTERNAL, PLAIN, withoutColumns } from '../../../platform/database/columns';
import {
  id,
  instant,
  int,
  interval,
  ints,
  money,
  orNull,
  RowOf,
  text,
  uuid,
} from '../../../platform/database/entity-columns';
import { Location } from '../../../business/locations/location.entity';
import { Provider } from '../../../business/providers/provider.entity';
import { Service } from '../../../business/services/service.entity';

/** A time that is kept for a customer until it is booked, released or expires. Instants in epoch ms. */
@Entity('holds')
@Unique('holds_token_key', ['token'])
@Index('holds_api_key_id_expires_at_idx', ['apiKeyId', 'expiresAt'])
@Index('holds_expires_at_idx', ['expiresAt', 'id'])
@Index('holds_service_id_idx', ['serviceId', 'start'])
@Index('holds_provider_id_idx', ['providerId'])
@Index('holds_location_id_idx', ['locationId'])
@Exclusion(
  'holds_one_offer',
  'using gist (waitlist_entry_id with =, tstzrange(created_at, expires_at) with &&) where (waitlist_entry_id is not null)',
)
export class Hold extends RowOf({
  id: id(),
  /** The id that clients see. */
  token: uuid(PLAIN),
  providerId: int({ ...PLAIN, references: () => Provider, onDelete: 'CASCADE' }),
  serviceId: int({ ...PLAIN, references: () => Service, onDelete: 'CASCADE' }),
  locationId: orNull(int({ ...PLAIN, references: () => Location, onDelete: 'SET NULL' })),
  start: instant({ ...PLAIN, name: 'start_at' }),
  end: instant({ ...PLAIN, name: 'end_at' }),
  /** As of an appointment, which takes both from its hold. */
  bookedStart: orNull(text(INTERNAL)),
  bookedZone: orNull(text(INTERNAL)),
  /** Start to end, widened by the buffers of the service or of the session. */
  busy: interval(INTERNAL),
  seats: int(PLAIN),
  resourceIds: ints(PLAIN),
  /** The providers who help; ascending. */
  team: ints({ ...PLAIN, formerly: [], default: [] }),
  /** Of the key that placed it; null: the service itself did. */
  apiKeyId: orNull(int({ ...PLAIN, references: 'ApiKey', onDelete: 'CASCADE' })),
  /** Tells the visitors apart who have one browser key; null: of another key, or of the service. */
  visitor: orNull(text(INTERNAL)),
  expiresAt: instant(PLAIN),
  createdAt: instant(PLAIN),
  /** The entry of the waitlist that is offered the time. */
  waitlistEntryId: orNull(int({ ...PLAIN, references: 'WaitlistEntry', onDelete: 'CASCADE' })),
  /** The duration that was chosen; null: none was. */
  durationMin: orNull(int(PLAIN)),
  /** Of the chosen duration, for one seat. Without one, a booking of the hold has the price in force at that moment. */
  price: money({ holds: 'money', isTimeless: true, isUnseen: true }),
}) {}

/** What placing a hold writes. */
export const NEW_HOLD = withoutColumns(Hold.columns, ['id']);
