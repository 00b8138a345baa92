import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { advanced, cursorValues, type ReadCursor } from '../../platform/audit-trail/trail-cursor';
import { CURSOR, IS_BEHIND, unread } from '../../platform/audit-trail/trail-cursor.statements';
import { Clock } from '../../platform/clock';
import { Database, type Statement } from '../../platform/database/database';
import { WORKER } from '../../platform/database/write-context';
import { resourceOf } from '../events/event-types';
import { completeIn, type Entry, transactionsOf } from './change';
import { eventsOf, type UnnumberedEvent } from './event-of-change';

/** The most audit entries that one transaction numbers. */
const BATCH = 1_000;

/** Whether there may be something to number, or gaps to give up. */
export const LOOK: Statement = {
  name: 'events.look',
  text: `select ${IS_BEHIND} as "isBehind" from event_numbering n`,
  isShort: true,
};

/** Makes this the one process that numbers; no row when another one does. */
const LOCK: Statement = {
  name: 'events.lock',
  text: 'select from event_numbering for update skip locked',
};

/** Where the last round ended, and what was committed since. */
interface Progress extends ReadCursor {
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
          a.resource_id as "resourceId", a.before, a.after, a.via <> 'import' as "isTold"
        from (${unread('$1')}) a
      ) entry) as entries
    from event_numbering n`,
};

/**
 * Writes events, and queues a delivery of each that is told for each active webhook of its type. The ids of the deliveries rise in the
 * order of the events. The lock keeps a webhook from being deleted meanwhile. Values: at most `BATCH` events as JSON, by id; now.
 */
const RECORD: Statement = {
  name: 'events.record',
  text: `
    with event as materialized (
      select id, type, resource, "resourceId" as resource_id, "occurredAt" as occurred_at, "entryIds" as entry_ids, "isTold" as is_told
      from json_to_recordset($1) as e (id bigint, type text, resource text, "resourceId" text, "occurredAt" timestamptz,
        "entryIds" bigint[], "isTold" boolean)
    ), receiver as materialized (
      select id, types, leaves_out from webhooks where active for key share
    ), queued as (
      insert into webhook_deliveries (webhook_id, event_id, type, subject, is_first, next_attempt_at, created_at)
      select r.id, e.id, e.type, e.resource || ' ' || e.resource_id, true, $2, $2 from event e, receiver r
      where (r.types is null or r.types && array[e.type, split_part(e.type, '.', 1) || '.*'])
        and e.is_told and not e.entry_ids[1] <@ r.leaves_out
      order by e.id, r.id
    )
    insert into events (id, type, resource, resource_id, occurred_at, entry_ids)
    select id, type, resource, resource_id, occurred_at, entry_ids from event`,
};

/** Values: last event, and the cursor with its gaps as JSON. */
const SAVE: Statement = {
  name: 'events.save',
  text: `update event_numbering set last_event = $1, seen = $2, gaps = $3, old_gaps = $4, horizon = $5`,
};

/**
 * Gives every committed change its number (docs/contributing/adr/0014-events.md). An id of the audit trail cannot be that number: a
 * transaction may commit after others that took higher ids. So each round numbers what has become visible since the round before.
 *
 * One process numbers at a time: the one that locks the row with the cursor. The others skip the round.
 */
@Injectable()
export class EventNumbering {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Numbers one batch. @returns whether there may be more */
  async run(): Promise<boolean> {
    const [look] = await this.database.rows<{ isBehind: boolean }>(LOOK, []);
    if (look?.isBehind !== true) return false;
    return this.database.transaction(WORKER, async (tx) => {
      const [locked, [progress]] = await Promise.all([
        this.database.rows(LOCK, [], tx),
        this.database.rows<Progress>(READ, [BATCH], tx),
      ]);
      return locked.length === 1 && progress !== undefined ? this.number(tx, progress) : false;
    });
  }

  private async number(tx: EntityManager, progress: Progress): Promise<boolean> {
    const read = progress.entries ?? [];
    const isLast = read.length < BATCH;
    const entries = completeIn(read, isLast);
    const events = transactionsOf(entries)
      .flatMap(eventsOf)
      .toSorted(byFirstEntry)
      .map(({ at, ...event }, index) => {
        const id = progress.lastEvent + 1 + index;
        return { ...event, id, resource: resourceOf(event.type), occurredAt: new Date(at) };
      });
    const found = entries.map(({ id }) => [id, id] as const);
    const cursor = cursorValues(advanced(progress, found, isLast));
    await Promise.all([
      this.database.rows(SAVE, [progress.lastEvent + events.length, ...cursor], tx),
      ...(events.length === 0
        ? []
        : [this.database.rows(RECORD, [JSON.stringify(events), new Date(this.clock.now())], tx)]),
    ]);
    return !isLast;
  }
}

/** Writes of one row have ids in the order of their transactions, which wait for each other. */
function byFirstEntry(a: UnnumberedEvent, b: UnnumberedEvent): number {
  return (a.entryIds[0] ?? 0) - (b.entryIds[0] ?? 0);
}
