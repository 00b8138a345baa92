import type { Statement } from '../../platform/database/database';

/** The SQL that writes holds. Only `HoldsService` and `HoldSweep` run it. */

/** Makes the holds of a key, and of those that took its place, queue up, so that their number is exact. Value: its id and that of the first. */
export const LOCK_KEYS: Statement = {
  name: 'holds.lock-keys',
  text: 'select from api_keys where id = any ($1) order by id for no key update',
};

/**
 * How many holds of a key, and of those that took its place, live at a moment; no row when the key has ended by then. Values: the key, the
 * moment, the visitor of a page, whose holds alone count then, and whether tokens say the roles of their users.
 */
export const COUNT_LIVE: Statement = {
  name: 'holds.count-live',
  text: `
    select (select count(*)::int from holds where api_key_id = coalesce(k.origin_id, k.id) and expires_at > $2
        and ($3::text is null or visitor = $3)) as holds
    from api_keys k join users u on u.id = k.user_id
    where k.id = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2) and u.active
      and (u.roles <> '{}' or $4 and k.key_id like 'tokens-%')`,
};

/** Locks a live hold. Values: token, now. */
export const LOCK: Statement = {
  name: 'holds.lock',
  text: 'select from holds where token = $1 and expires_at > $2 for update',
};

/** Deletes a hold, and with it its claims. */
export const DELETE: Statement = { name: 'holds.delete', text: 'delete from holds where token = $1' };

/** Deletes some expired holds, and leaves those that another transaction has locked to it. Values: now. */
export const SWEEP: Statement = {
  name: 'holds.sweep',
  text: `
    delete from holds where id in (
      select id from holds where expires_at <= $1 order by expires_at limit 1000 for update skip locked
    )`,
};
