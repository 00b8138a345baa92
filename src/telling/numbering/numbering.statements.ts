import { CURSOR, IS_BEHIND, unread } from '../../platform/audit-trail/trail-cursor.statements';
import type { ReadCursor } from '../../platform/audit-trail/trail-cursor';
import type { Statement } from '../../platform/database/database';
import type { Entry } from './change';

/** The SQL that numbers events. Only `EventNumbering` runs it. */

/** The most audit entries that one transaction numbers. */
export const BATCH = 1_000;

/** Whether there may be something to number, or gaps to give up. */
export const LOOK: Statement = {
  name: 'events.look',
  text: `select ${IS_BEHIND} as "isBehind" from event_numbering n`,
};

/** Makes this the one process that numbers; no row when another one does. */
export const LOCK: Statement = {
  name: 'events.lock',
  text: 'select from event_numbering for update skip locked',
};

/** Where the last round ended, and what was committed since. */
export interface Progress extends ReadCursor {
  readonly lastEvent: number;
  /** By id; at most `BATCH`. */
  readonly entries: readonly Entry[] | null;
}

/** A statement of its own behind the lock, so that it sees what the previous holder of the lock committed. Value: BATCH. */
export const READ: Statement = {
  name: 'events.read',
  text: `
    select n.last_event::float8 as "lastEvent", ${CURSOR},
      (select json_agg(entry) from (
        select a.id, a.at, concat_ws(' ', a.at, a.via, a.user_id, a.api_key_id, a.request_id) as transaction, a.resource,
          a.resource_id as "resourceId", a.before, a.after
        from (${unread('$1')}) a
      ) entry) as entries
    from event_numbering n`,
};

/**
 * Writes events, and queues a delivery of each for each active webhook of its type. The ids of the deliveries rise in the order of the
 * events. The lock keeps a webhook from being deleted meanwhile. Values: at most `BATCH` events as JSON, by id; now.
 */
export const RECORD: Statement = {
  name: 'events.record',
  text: `
    with event as materialized (
      select * from json_to_recordset($1) as e (id bigint, type text, resource text, resource_id text, occurred_at timestamptz,
        entry_ids bigint[])
    ), receiver as materialized (
      select id, types, leaves_out from webhooks where active for key share
    ), queued as (
      insert into webhook_deliveries (webhook_id, event_id, type, subject, is_first, next_attempt_at, created_at)
      select r.id, e.id, e.type, e.resource || ' ' || e.resource_id, true, $2, $2 from event e, receiver r
      where (r.types is null or r.types && array[e.type, split_part(e.type, '.', 1) || '.*'])
        and not e.entry_ids[1] <@ r.leaves_out
      order by e.id, r.id
    )
    insert into events (id, type, resource, resource_id, occurred_at, entry_ids)
    select id, type, resource, resource_id, occurred_at, entry_ids from event`,
};

/** Values: last event, and the cursor with its gaps as JSON. */
export const SAVE: Statement = {
  name: 'events.save',
  text: `update event_numbering set last_event = $1, seen = $2, gaps = $3, old_gaps = $4, horizon = $5`,
};
