import type { WebStatus } from '../../../business/services/service.entity';
import { requiredKeysOf } from '../../../business/services/questions/service-question';
import type { Statement } from '../../../platform/database/database';
import { named } from '../../../platform/database/named';
import { insertOf, selectOf, type ValuesOf, withoutColumns } from '../../../platform/database/columns';
import { heldBy, takeTimeOf, VALUES_OF_CLAIMS } from '../claims/claims.statements';
import { Hold, NEW_HOLD } from './hold.entity';
import { selectHolds } from './hold-row';

/** The SQL that writes the time of holds. Only `HeldTimes` runs it. */

/** A live hold. Values: token, now. */
export const FIND: Statement = {
  name: 'holds.find',
  text: `${selectHolds('holds')} where h.token = $1 and h.expires_at > $2`,
};

/** Inserts a hold with its claims, and returns its HoldRow. */
export const INSERT_HOLD = named(
  'holds.insert',
  `
    with inserted as (insert into holds ${insertOf(NEW_HOLD)} returning *),
    ${takeTimeOf(heldBy(`(select i.*, ${VALUES_OF_CLAIMS} from inserted i)`), ':created_at')}
    ${selectHolds('inserted')}`,
);

const HELD = withoutColumns(Hold.columns, [
  'id',
  'token',
  'apiKeyId',
  'visitor',
  'expiresAt',
  'createdAt',
  'price',
]);
/** The time of a hold that a booking uses up. */
export interface HeldTime extends ValuesOf<typeof HELD> {
  /** The number of its session, and its seats there as a multirange. */
  readonly session: string;
  readonly seatNumbers: string | null;
  /** Of one seat: that of the chosen duration; without one, the price in force. */
  readonly price: number | null;
  /** Of the service, as `SnapshotService` has it. */
  readonly pendingMin: number | null;
  /** Of the service, as `SnapshotService` has it. */
  readonly webStatus: WebStatus;
  /** Of the service. */
  readonly maxActivePerCustomer: number | null;
  /** Of the service, as `SnapshotService` has it. */
  readonly requiredKeys: readonly string[] | null;
  /** In which it was placed; of a hold of a version before, that of the provider. */
  readonly zone: string;
}

/** SQL of the price of a hold `t` of a service `s`. */
const PRICE = `case when t.duration_min is not null then t.price::float8 else coalesce(
  (select (own ->> 'price')::float8 from jsonb_array_elements(s.terms) own where (own ->> 'providerId')::int = t.provider_id),
  s.price::float8) end`;

/** Deletes a live hold; gives its HeldTime but for the zone. Its claims are deleted at the end of the statement. Values: token, now. */
export const USE_UP: Statement = {
  name: 'holds.take',
  text: `
    with used as (delete from holds where token = $1 and expires_at > $2 returning *)
    select ${selectOf(HELD, 't')}, c.session::text as session, c.seats::text as "seatNumbers", ${PRICE} as price,
      s.pending_min as "pendingMin", s.web_status as "webStatus", s.max_active_per_customer as "maxActivePerCustomer",
      ${requiredKeysOf('s.questions')} as "requiredKeys"
    from used t join claims c on c.hold_id = t.id and c.provider_id = t.provider_id join services s on s.id = t.service_id`,
};

export const LOCK_HOLD: Statement = {
  name: 'holds.lock-offer',
  text: 'select from holds where id = $1 for update',
};
