import type { Statement } from '../../../platform/database/database';
import { epochMs } from '../../../platform/database/columns';
import { freeTimeOf, lastingTimeOf } from '../claims/claims.statements';

/** The SQL of pending appointments that end. Only `AppointmentExpiry` runs it. */

/** When the next one ends, in epoch ms; null when none does. The least is the first entry of an index. */
export const NEXT: Statement = {
  name: 'appointments.next-expiry',
  text: `select ${epochMs('min(expires_at)')} as next from appointments where expires_at is not null`,
  isShort: true,
};

/** The first ones that have ended. Values: now, how many. */
export const FIND_ENDED: Statement = {
  name: 'appointments.find-ended',
  text: `
    select id, provider_id as "providerId" from appointments
    where expires_at is not null and expires_at <= $1 order by expires_at, id limit $2`,
};

/**
 * Cancels those that have ended and still have one of the locked providers. Gives them in the order of time. Values: the ids, the
 * providers, now.
 */
export const END: Statement = {
  name: 'appointments.end-pending',
  text: `
    with ended as (
      select id from appointments
      where id = any ($1) and provider_id = any ($2) and status = 'pending' and expires_at <= $3
      order by start_at, id for no key update
    ),
    updated as (
      update appointments a
      set status = 'cancelled', cancelled_by = 'expired', cancel_reason = null, expires_at = null, updated_at = $3
      from ended where a.id = ended.id returning a.id, a.series_id, a.visit_id, a.start_at
    ),
    ${freeTimeOf('updated')}
    select id, series_id as "seriesId", visit_id as "visitId" from updated order by start_at, id`,
};

/** The version before this one does not know that what is no longer pending does not end. Values: now. */
export const KEEP: Statement = {
  name: 'appointments.keep-settled',
  text: `
    with settled as (
      update appointments set expires_at = null where expires_at <= $1 and status <> 'pending' returning id
    ),
    ${lastingTimeOf('settled')}
    select count(*)::int as kept from settled`,
};
