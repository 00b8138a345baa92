import { requiredKeysOf } from '../../business/services/questions/service-question';
import type { Statement } from '../../platform/database/database';
import { insertOf, selectOf, type ValuesOf, withoutColumns } from '../../platform/database/columns';
import { heldBy, takeTimeOf } from '../claims/claims.statements';
import { HOLD_COLUMNS, NEW_HOLD } from './hold-columns';
import { selectHolds } from './hold-row';

/** The SQL that writes holds. Only `HoldsService` and `HoldSweep` run it. */

/** Makes the holds of a key, and of those that took its place, queue up, so that their number is exact. Value: its id and that of the first. */
export const LOCK_KEYS: Statement = {
  name: 'holds.lock-keys',
  text: 'select from api_keys where id = any ($1) order by id for no key update',
};

/**
 * How many holds of a key, and of those that took its place, live at a moment; no row when the key has ended by then. Values: the key, the
 * moment, and the visitor of a page, whose holds alone count then.
 */
export const COUNT_LIVE: Statement = {
  name: 'holds.count-live',
  text: `
    select (select count(*)::int from holds where api_key_id = coalesce(k.origin_id, k.id) and expires_at > $2
        and ($3::text is null or visitor = $3)) as holds
    from api_keys k join users u on u.id = k.user_id
    where k.id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2) and u.active and u.roles <> '{}'`,
};

const COUNT = Object.keys(NEW_HOLD).length;
const PLACEMENT = { session: `$${COUNT + 1}`, seats: `$${COUNT + 2}` };
const WHEN = `$${Object.keys(NEW_HOLD).indexOf('createdAt') + 1}`;

/** Inserts a hold with its claims, and returns its HoldRow. Values: those of a new hold, then the session and the seats. */
export const INSERT_HOLD: Statement = {
  name: 'holds.insert',
  text: `
    with inserted as (insert into holds ${insertOf(NEW_HOLD)} returning *),
    ${takeTimeOf(heldBy('inserted', PLACEMENT), WHEN)}
    ${selectHolds('inserted')}`,
};

/** A live hold. Values: token, now. */
export const FIND: Statement = {
  name: 'holds.find',
  text: `${selectHolds('holds')} where h.token = $1 and h.expires_at > $2`,
};

/** Locks a live hold. Values: token, now. */
export const LOCK: Statement = {
  name: 'holds.lock',
  text: 'select from holds where token = $1 and expires_at > $2 for update',
};

/** Deletes a hold, and with it its claims. */
export const DELETE: Statement = { name: 'holds.delete', text: 'delete from holds where token = $1' };

const HELD = withoutColumns(HOLD_COLUMNS, [
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
export const TAKE: Statement = {
  name: 'holds.take',
  text: `
    with taken as (delete from holds where token = $1 and expires_at > $2 returning *)
    select ${selectOf(HELD, 't')}, c.session::text as session, c.seats::text as "seatNumbers", ${PRICE} as price,
      s.pending_min as "pendingMin", s.max_active_per_customer as "maxActivePerCustomer",
      ${requiredKeysOf('s.questions')} as "requiredKeys"
    from taken t join claims c on c.hold_id = t.id and c.provider_id = t.provider_id join services s on s.id = t.service_id`,
};

/** Deletes some expired holds, and leaves those that another transaction has locked to it. Values: now. */
export const SWEEP: Statement = {
  name: 'holds.sweep',
  text: `
    delete from holds where id in (
      select id from holds where expires_at <= $1 order by expires_at limit 1000 for update skip locked
    )`,
};
