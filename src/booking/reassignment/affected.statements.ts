import type { Statement } from '../../platform/database/database';
import { epochMs } from '../../platform/database/columns';
import { locking } from '../../platform/database/statement';
import { joinClauses } from '../../platform/database/reads/clause';
import type { Reach } from '../../platform/restrictions';
import { isExpected } from '../appointment-status';
import { selectState } from '../diary/rows/appointment-columns';
import type { Selection } from '../diary/locks/batch-lock';
import { MAX_AFFECTED } from '../../business/periods/affected-appointments';
import { andWithin, clausesOfReach } from '../reach';

/** The appointments that are affected and that a key may change, with what the statements need of the key. */
export interface AffectedSelection extends Selection {
  /** The values of the key: the last ones of each statement. */
  readonly values: readonly unknown[];
  /** The ids of those that have a session or a visit together with an affected one of another part; undefined: there is no other part. */
  readonly tied: Statement | undefined;
  /** Both read MetHolds; undefined: there is no absence. */
  readonly holds: Selection | undefined;
}

export type SelectAffected = (reach: Reach | undefined) => AffectedSelection;

/**
 * Selects the appointments that are pending or confirmed and have not begun at $1, in the order of time: one more than a request may
 * change. @param and the condition for the appointments `a`; $2 and $3 are two instants @param last the number of its last placeholder
 * @param andHolds that for the holds `h` which an absence meets
 */
const affected =
  (name: string, and: string, last: number, andHolds?: string): SelectAffected =>
  (reach) => {
    const within = andWithin(reach, 'given', { alias: 'a', first: last + 1 });
    const isAffected = `a.start_at >= $1 and ${isExpected('a.status')} and a.started_at is null and (a.expires_at is null or a.expires_at > $1)
      and ${and}`;
    const text = `
    select a.id, ${selectState('a')} from appointments a
    where ${isAffected}${within.sql} order by a.start_at, a.id limit ${MAX_AFFECTED + 1}`;
    const end = `${name}${within.name}`;
    return {
      find: { name: `affected.find-${end}`, text },
      lock: locking(`affected.lock-${end}`, text, 'for no key update'),
      values: within.values,
      holds: andHolds === undefined ? undefined : holds(name, andHolds, reach, last + 1),
      tied: reach && { name: `affected.tied-${end}`, text: tied(isAffected, reach, last + 1) },
    };
  };

/** The lock takes them by their ids, as an erasure does, so that the two never wait for each other. */
function holds(name: string, and: string, reach: Reach | undefined, first: number): Selection {
  const within = andWithin(reach, 'given', { alias: 'h', first });
  const text = `
    select h.id, h.token as "holdId", h.waitlist_entry_id as "waitlistEntryId", ${epochMs('h.start_at')} as start
    from holds h where h.expires_at > $1 and ${and}${within.sql}`;
  const end = `${name}${within.name}`;
  return {
    find: {
      name: `affected.find-holds-${end}`,
      text: `${text} order by h.start_at, h.id limit ${MAX_AFFECTED}`,
    },
    lock: locking(`affected.lock-holds-${end}`, `${text} order by h.id`, 'for update'),
  };
}

function tied(isAffected: string, reach: Reach, first: number): string {
  const isWithin = (alias: string) => joinClauses(clausesOfReach(reach, 'given', alias), first).sql;
  return `
    with met as (select a.* from appointments a where ${isAffected})
    select distinct a.id from met a join met o on o.visit_id = a.visit_id
      or (o.provider_id, o.service_id, o.start_at, o.end_at) = (a.provider_id, a.service_id, a.start_at, a.end_at)
    where (${isWithin('a')}) and (${isWithin('o')}) is not true`;
}

/** No appointment is longer than a day: the first condition is for the index. */
const meets = (row: string) =>
  `${row}.start_at > $2::timestamptz - interval '1 day' and ${row}.start_at < $3 and ${row}.end_at > $2`;

/** @param row an appointment or a hold @param column of its claims, and its value */
const claims = (row: string, column: string, value = '$4') => {
  const id = { a: 'appointment_id', h: 'hold_id' }[row];
  return `${row}.id in (select c.${id} from claims c where c.${column} = ${value} and c.busy && tstzrange($2, $3))`;
};

/** Those of the provider $4 that start from $2 to $3. */
export const STARTING = affected(
  'starting',
  'a.provider_id = $4 and a.start_at >= $2 and a.start_at < $3',
  4,
);
/** Those of the provider $4 that meet the time from $2 to $3. A hold needs its helpers as much as the one who gives it. */
export const OF_PROVIDER = affected(
  'of-provider',
  `a.provider_id = $4 and ${meets('a')}`,
  4,
  `${claims('h', 'provider_id')} and ${meets('h')}`,
);
export const OF_BUSINESS = affected('of-business', meets('a'), 3, meets('h'));
/** Those at the location $4. */
export const OF_LOCATION = affected(
  'of-location',
  `a.location_id = $4 and ${meets('a')}`,
  4,
  `h.location_id = $4 and ${meets('h')}`,
);

/** Those that have the resource $4. It is needed throughout the buffers, too. */
export const OF_RESOURCE = affected('of-resource', claims('a', 'resource_id'), 4, claims('h', 'resource_id'));

/**
 * SQL: an appointment or a hold is not within special hours. $4 to $6 are zones, places and what is closed there, $7 the zone of what was
 * booked before the zone was kept.
 */
const isClosed = (row: string) => `
  exists (
    select from unnest($4::text[], $5::int[], $6::tstzmultirange[]) c(zone, place, closed)
    where c.zone = coalesce(${row}.booked_zone, $7)
      and c.place = case when ${row}.location_id is null then 0 when ${row}.location_id = any ($5) then ${row}.location_id else -1 end
      and c.closed && tstzrange(${row}.start_at, ${row}.end_at)
  )`;

/** Special hours of a provider on the dates $8 take the place of all others. */
const hasNoOwnHours = (row: string) => `
  not exists (select from special_hours s where s.provider_id = ${row}.provider_id and s.on_date = any ($8::date[]))`;

/** What is given by the provider $8. */
export const HOURS_OF_PROVIDER = affected(
  'outside-hours-of-provider',
  `a.provider_id = $8 and ${meets('a')} and ${isClosed('a')}`,
  8,
  `${claims('h', 'provider_id', '$8')} and ${meets('h')} and ${isClosed('h')}`,
);
const outsideHours = (row: string) => `${meets(row)} and ${isClosed(row)} and ${hasNoOwnHours(row)}`;
export const HOURS_OF_BUSINESS = affected('outside-hours', outsideHours('a'), 8, outsideHours('h'));
/** What happens at the location $9. */
export const HOURS_OF_LOCATION = affected(
  'outside-hours-of-location',
  `a.location_id = $9 and ${outsideHours('a')}`,
  9,
  `h.location_id = $9 and ${outsideHours('h')}`,
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
