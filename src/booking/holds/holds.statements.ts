import type { Statement } from '../../platform/database/database';
import { epochMs } from '../../platform/database/epoch-ms';
import { heldBy, takeTimeOf } from '../claims/claims.statements';
import { selectHolds } from './hold-row';

/** The SQL that writes holds. Only `HoldsService` and `HoldSweep` run it. */

/** Makes the holds of one key queue up, so that their number is exact. */
export const LOCK_KEY: Statement = {
  name: 'holds.lock-key',
  text: 'select from api_keys where id = $1 for no key update',
};

/** Finds the location that a hold names. */
export const FIND_LOCATION: Statement = {
  name: 'holds.find-location',
  text: 'select from locations where id = $1',
};

/** How many holds of a key live at a moment. */
export const COUNT_LIVE: Statement = {
  name: 'holds.count-live',
  text: 'select count(*)::int as live from holds where api_key_id = $1 and expires_at > $2',
};

/**
 * Gives the HoldRow of what it writes. Values: token, provider, service, location, start, end, busy, seats, resources, key,
 * expiry, when, waitlist entry, then those of the placement.
 */
export const INSERT: Statement = {
  name: 'holds.insert',
  text: `
    with inserted as (
      insert into holds (token, provider_id, service_id, location_id, start_at, end_at, busy, seats, resource_ids, api_key_id,
        expires_at, created_at, waitlist_entry_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning *
    ),
    ${takeTimeOf(heldBy('inserted', { session: '$14', seats: '$15' }), '$12')}
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

/**
 * Uses a live hold up: deletes it, and gives what it held. Its claims are deleted with it at the end of the statement. Values:
 * token, now.
 */
export const TAKE: Statement = {
  name: 'holds.take',
  text: `
    with taken as (delete from holds where token = $1 and expires_at > $2 returning *)
    select t.provider_id as "providerId", t.service_id as "serviceId", t.location_id as "locationId",
      ${epochMs('t.start_at')} as start, ${epochMs('t.end_at')} as end, t.seats, t.resource_ids as "resourceIds",
      json_build_object('start', ${epochMs('lower(t.busy)')}, 'end', ${epochMs('upper(t.busy)')}) as busy,
      c.session::text as session, c.seats::text as "seatNumbers", s.price::float8 as price,
      t.waitlist_entry_id as "waitlistEntryId"
    from taken t join claims c on c.hold_id = t.id and c.provider_id is not null join services s on s.id = t.service_id`,
};

/** Deletes some expired holds, and leaves those that another transaction has locked to it. Values: now. */
export const SWEEP: Statement = {
  name: 'holds.sweep',
  text: `
    delete from holds where id in (
      select id from holds where expires_at <= $1 order by expires_at limit 1000 for update skip locked
    )`,
};
