import { isExpected } from '../appointment-status';
import { selectState } from '../appointments/appointment-columns';
import type { Selection } from '../appointments/batches/batch-lock';
import { MAX_AFFECTED } from '../../business/periods/affected-appointments';

/**
 * Selects the appointments that are pending or confirmed and have not begun at $1, in the order of time: one more than a request may
 * change. @param and the condition for the appointments `a`; $2 and $3 are two instants
 */
const affected = (name: string, and: string): Selection => {
  const text = `
    select a.id, ${selectState('a')} from appointments a
    where a.start_at >= $1 and ${isExpected('a.status')} and a.started_at is null and (a.expires_at is null or a.expires_at > $1)
      and ${and} order by a.start_at, a.id limit ${MAX_AFFECTED + 1}`;
  return {
    find: { name: `affected.find-${name}`, text },
    lock: { name: `affected.lock-${name}`, text: `${text} for no key update` },
  };
};

/** No appointment is longer than a day: the first condition is for the index. */
const MEETS = `a.start_at > $2::timestamptz - interval '1 day' and a.start_at < $3 and a.end_at > $2`;

/** Those of the provider $4 that start from $2 to $3. */
export const STARTING = affected('starting', 'a.provider_id = $4 and a.start_at >= $2 and a.start_at < $3');
/** Those of the provider $4 that meet the time from $2 to $3. */
export const OF_PROVIDER = affected('of-provider', `a.provider_id = $4 and ${MEETS}`);
export const OF_BUSINESS = affected('of-business', MEETS);
/** Those at the location $4. */
export const OF_LOCATION = affected('of-location', `a.location_id = $4 and ${MEETS}`);

/** Those that have the resource $4. It is needed throughout the buffers, too. */
export const OF_RESOURCE = affected(
  'of-resource',
  `a.id in (select c.appointment_id from claims c where c.resource_id = $4 and c.busy && tstzrange($2, $3))`,
);

/** The ids of all who may help with the services $1. */
export const HELPERS = {
  name: 'affected.helpers',
  text: `
    select distinct helper::int as id
    from services s, jsonb_array_elements(s.team) need, jsonb_array_elements_text(need -> 'providerIds') helper
    where s.id = any ($1)`,
};

export const PROVIDERS = { name: 'affected.providers', text: 'select id from providers where id = any ($1)' };

export const LOCK_RESOURCE = {
  name: 'affected.lock-resource',
  text: 'select id from resources where id = $1 for no key update',
};
