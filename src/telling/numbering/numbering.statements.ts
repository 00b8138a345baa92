import type { Statement } from '../../platform/database/database';
import { inGaps } from '../../platform/audit-trail/unread-entries';
import type { Entry } from './change';
import type { IdRange } from '../../platform/audit-trail/id-ranges';

/** The SQL that numbers events. Only `EventNumbering` runs it. */

/** The most audit entries that one transaction numbers. */
export const BATCH = 1_000;

/** The id of the oldest transaction that has not ended. */
const OLDEST_RUNNING = 'pg_snapshot_xmin(pg_current_snapshot())::text::bigint';

/** Whether there may be something to number, or gaps to give up. */
export const LOOK: Statement = {
  name: 'events.look',
  text: `
    select n.seen < coalesce((select max(id) from audit_entries), 0)
      or n.gaps || n.old_gaps <> '[]' and (
        n.old_gaps = '[]' or ${OLDEST_RUNNING} >= n.horizon
        or exists (select from ${inGaps('1')})
      ) as "isBehind"
    from event_numbering n`,
};

/** Makes this the one process that numbers; no row when another one does. */
export const LOCK: Statement = {
  name: 'events.lock',
  text: 'select from event_numbering for update skip locked',
};

/** Where the last round ended, and what was committed since. */
export interface Progress {
  readonly lastEvent: number;
  readonly seen: number;
  readonly gaps: readonly IdRange[];
  readonly oldGaps: readonly IdRange[];
  /** Every transaction that may fill the old gaps has ended. */
  readonly areOldGapsSettled: boolean;
  /** The id of this transaction: higher than that of every one that may fill the gaps of earlier rounds. */
  readonly transaction: string;
  /** By id; at most `BATCH`. */
  readonly entries: readonly Entry[] | null;
}

/** A statement of its own behind the lock, so that it sees what the previous holder of the lock committed. Value: BATCH. */
export const READ: Statement = {
  name: 'events.read',
  text: `
    select n.last_event::float8 as "lastEvent", n.seen::float8 as seen, n.gaps, n.old_gaps as "oldGaps",
      ${OLDEST_RUNNING} >= n.horizon as "areOldGapsSettled",
      pg_current_xact_id()::text as transaction,
      (select json_agg(entry) from (
        select a.id, a.at, concat_ws(' ', a.at, a.via, a.user_id, a.api_key_id, a.request_id) as transaction, a.resource,
          a.resource_id as "resourceId", a.before, a.after
        from (
          (select b.* from ${inGaps('$1')} order by b.id limit $1)
          union all
          (select b.* from audit_entries b where b.id > n.seen order by b.id limit $1)
        ) a
        order by a.id limit $1
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

/** Values: last event, seen, gaps, old gaps as JSON, horizon; null leaves it. */
export const SAVE: Statement = {
  name: 'events.save',
  text: `
    update event_numbering
    set last_event = $1, seen = $2, gaps = $3, old_gaps = $4, horizon = coalesce($5, horizon)`,
};

/** Deletes some of the oldest events before a moment. Values: the moment, how many. */
export const DELETE_OLD: Statement = {
  name: 'events.delete-old',
  text: `
    delete from events where occurred_at < $1 and id in (select id from events order by id limit $2) returning 1`,
};
