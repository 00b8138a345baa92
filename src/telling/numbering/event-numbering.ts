import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';
import { WORKER } from '../../platform/database/write-context';
import { resourceOf } from '../events/event-types';
import type { RecordedEvent } from '../events/numbered-event';
import { EventFanOut } from '../webhooks/fan-out/event-fan-out';
import { completeIn, transactionsOf } from './change';
import { eventsOf, type UnnumberedEvent } from './event-of-change';
import { type IdRange, missing, without } from '../../platform/audit-trail/id-ranges';
import { BATCH, INSERT, LOCK, LOOK, type Progress, READ, SAVE } from './numbering.statements';

/** How far a round has come. */
interface Reached {
  readonly seen: number;
  readonly gaps: readonly IdRange[];
  readonly oldGaps: readonly IdRange[];
  /** The id of a transaction: those of all that may fill `oldGaps` are lower. Null: as before. */
  readonly horizon: string | null;
}

/**
 * Gives every committed change its number (docs/contributing/adr/0014-events.md). An id of the audit trail cannot be that number: a
 * transaction may commit after others that took higher ids. So each round numbers what has become visible since the round before,
 * and remembers the ids that it has not seen as gaps. A gap is given up once every transaction that may fill it has ended.
 *
 * One process numbers at a time, whichever holds the lock on the state; the others go without.
 */
@Injectable()
export class EventNumbering {
  constructor(
    private readonly database: Database,
    private readonly fanOut: EventFanOut,
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
      .map((event, index) => numbered(event, progress.lastEvent + 1 + index));
    const reached = reachedBy(
      progress,
      entries.map(({ id }) => id),
      isLast,
    );
    await Promise.all([
      this.database.rows(INSERT, [JSON.stringify(events.map(toRecord))], tx),
      this.database.rows(
        SAVE,
        [
          progress.lastEvent + events.length,
          reached.seen,
          JSON.stringify(reached.gaps),
          JSON.stringify(reached.oldGaps),
          reached.horizon,
        ],
        tx,
      ),
    ]);
    if (events.length > 0) await this.fanOut.queue(tx, events);
    return !isLast;
  }
}

/**
 * Gaps of this round become old ones in a later round, whose transaction began after all that may fill them: the ids of
 * transactions that run are not bounded by a snapshot (its xmax is that of the last one that has ended).
 * @param ids of the entries that this round numbers, ascending
 * @param isLast whether it has read all there is
 */
export function reachedBy(
  { seen, gaps, oldGaps, areOldGapsSettled, transaction }: Omit<Progress, 'entries' | 'lastEvent'>,
  ids: readonly number[],
  isLast: boolean,
): Reached {
  const newest = Math.max(seen, ids.at(-1) ?? 0);
  const later = ids.filter((id) => id > seen);
  const [open, fresh] = [without(gaps, ids), missing(seen, newest, later)];
  const old = areOldGapsSettled && isLast ? [] : without(oldGaps, ids);
  return old.length > 0
    ? { seen: newest, gaps: [...open, ...fresh], oldGaps: old, horizon: null }
    : { seen: newest, gaps: fresh, oldGaps: open, horizon: transaction };
}

/** Writes of one row have ids in the order of their transactions, which wait for each other. */
function byFirstEntry(a: UnnumberedEvent, b: UnnumberedEvent): number {
  return (a.entryIds[0] ?? 0) - (b.entryIds[0] ?? 0);
}

function numbered({ type, resourceId, at, entryIds }: UnnumberedEvent, id: number): RecordedEvent {
  return { id, type, resource: resourceOf(type), resourceId, occurredAt: new Date(at), entryIds };
}

function toRecord({ id, type, resource, resourceId, occurredAt, entryIds }: RecordedEvent): object {
  return { id, type, resource, resource_id: resourceId, occurred_at: occurredAt, entry_ids: entryIds };
}
