import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { advanced } from '../../platform/audit-trail/trail-cursor';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { WORKER } from '../../platform/database/write-context';
import { resourceOf } from '../events/event-types';
import { completeIn, transactionsOf } from './change';
import { eventsOf, type UnnumberedEvent } from './event-of-change';
import { BATCH, LOCK, LOOK, type Progress, READ, RECORD, SAVE } from './numbering.statements';

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
      .map((event, index) => recordOf(event, progress.lastEvent + 1 + index));
    const found = entries.map(({ id }) => [id, id] as const);
    const { seen, gaps, oldGaps, horizon } = advanced(progress, found, isLast);
    const cursor = [seen, JSON.stringify(gaps), JSON.stringify(oldGaps), horizon];
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

function recordOf({ type, resourceId, at, entryIds }: UnnumberedEvent, id: number): object {
  return {
    id,
    type,
    resource: resourceOf(type),
    resource_id: resourceId,
    occurred_at: new Date(at),
    entry_ids: entryIds,
  };
}
