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

/** Values: the events as JSON. */
export const INSERT: Statement = {
  name: 'events.insert',
  text: `
    insert into events (id, type, resource, resource_id, occurred_at, entry_ids)
    select id, type, resource, resource_id, occurred_at, entry_ids
    from json_to_recordset($1) as e (id bigint, type text, resource text, resource_id text, occurred_at timestamptz,
      entry_ids bigint[])`,
};

/** Values: last event, and the cursor with its gaps as JSON. */
export const SAVE: Statement = {
  name: 'events.save',
  text: `update event_numbering set last_event = $1, seen = $2, gaps = $3, old_gaps = $4, horizon = $5`,
};

/** Deletes some of the oldest events before a moment. Values: the moment, how many. */
export const DELETE_OLD: Statement = {
  name: 'events.delete-old',
  text: `
    delete from events where occurred_at < $1 and id in (select id from events order by id limit $2) returning 1`,
};
