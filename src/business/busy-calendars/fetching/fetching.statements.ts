import type { Statement } from '../../../platform/database/database';

/** SQL: when the next calendar is due. */
export const NEXT_FETCH = 'select min(next_fetch_at) from busy_calendars where active';

/** Spares a transaction after each commit. */
export const DUE: Statement = {
  name: 'busy-calendars.due',
  text: 'select from busy_calendars where active and next_fetch_at <= $1 limit 1',
  isShort: true,
};

/**
 * Leases one due calendar to a worker, with what it needs to fetch and read it: the calendar whose last attempt is the longest ago, so
 * that one that crashes its worker comes after all others. $1 is now, $2 the end of the lease, $3 the time zone of the business.
 */
export const LEASE: Statement = {
  name: 'busy-calendars.lease',
  text: `
    update busy_calendars k set next_fetch_at = $2, attempted_at = $1
    from providers p, instance
    where p.id = k.provider_id and k.id = (
      select id from busy_calendars where active and next_fetch_at <= $1
      order by attempted_at nulls first, next_fetch_at limit 1 for update skip locked
    )
    returning k.id, k.provider_id as "providerId", k.url, k.busy_if as "busyIf", k.etag, k.last_modified as "lastModified", k.times_hash as "timesHash",
      k.read_until as "readUntil", k.read_zone as "readZone", coalesce(p.timezone, $3) as zone, instance.uuid as instance,
      (select coalesce(max(max_advance_days), 0) from services where active and deleted_at is null) as "horizonDays"`,
};

/** The calendar $1 as long as its lease until $2 holds: neither a caller nor another worker has changed it. */
const LEASED = 'id = $1 and next_fetch_at = $2 and active';

/** $3 is when to fetch it next, $4 the error. */
export const RECORD_FAILURE: Statement = {
  name: 'busy-calendars.record-failure',
  text: `update busy_calendars set next_fetch_at = $3, last_error = $4 where ${LEASED}`,
};

/** Nothing has changed at $4. */
export const RECORD_UNCHANGED: Statement = {
  name: 'busy-calendars.record-unchanged',
  text: `update busy_calendars set next_fetch_at = $3, last_error = null, last_fetched_at = $4 where ${LEASED}`,
};

export const RECORD_READING: Statement = {
  name: 'busy-calendars.record-reading',
  text: `
    update busy_calendars set next_fetch_at = $3, last_error = null, last_fetched_at = $4,
      events = $5, times_hash = $6, etag = $7, last_modified = $8, read_until = $9, read_zone = $10,
      unreadable = $11, unreadable_events = $12
    where ${LEASED} returning id`,
};

/** Which of the appointments $1 the provider $2 gives or helps with: those that the provider's own feed shows. */
export const OWN_APPOINTMENTS: Statement = {
  name: 'busy-calendars.own-appointments',
  text: 'select id from appointments where id = any($1::bigint[]) and $2 = any(provider_id || team)',
};

export const DELETE_TIMES: Statement = {
  name: 'busy-calendars.delete-times',
  text: 'delete from busy_times where calendar_id = $1',
};

/** $2 and $3 are the starts and the ends. */
export const INSERT_TIMES: Statement = {
  name: 'busy-calendars.insert-times',
  text: `insert into busy_times (calendar_id, start_at, end_at)
    select $1, * from unnest($2::timestamptz[], $3::timestamptz[])`,
};
