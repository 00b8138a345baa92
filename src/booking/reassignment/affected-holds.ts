import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type AffectedHold,
  MAX_AFFECTED,
  type Treatment,
} from '../../business/periods/affected-appointments';
import { Database } from '../../platform/database/database';
import type { AffectedSelection } from './affected.statements';

/** A hold that an absence meets. */
export interface MetHold {
  readonly id: number;
  /** The id that clients see. */
  readonly holdId: string;
  /** Of the entry that it is an offer for; null: it is none. */
  readonly waitlistEntryId: number | null;
  /** Epoch ms. */
  readonly start: number;
}

/**
 * Deletes the holds $1. The entry of an offer may be offered the same time again once it is free again: it was not the customer who
 * declined it.
 */
const END = {
  name: 'affected.end-holds',
  text: `
    with ended as (delete from holds where id = any ($1) returning waitlist_entry_id, provider_id, start_at)
    delete from waitlist_offers o using ended e
    where (o.entry_id, o.provider_id, o.start_at) = (e.waitlist_entry_id, e.provider_id, e.start_at)`,
};

/** The holds that an absence meets. An offer of the waitlist is one: its entry waits again when it ends. */
@Injectable()
export class AffectedHolds {
  constructor(private readonly database: Database) {}

  /** Finds them, and locks those that are to end. Whose absence it is is locked. @returns in the order of time */
  async find(
    tx: EntityManager,
    { selection, values }: { readonly selection: AffectedSelection; readonly values: readonly unknown[] },
    treatment: Treatment,
  ): Promise<readonly MetHold[]> {
    if (selection.holds === undefined) return [];
    const statement = treatment === 'keep' ? selection.holds.find : selection.holds.lock;
    const holds = await this.database.rows<MetHold>(statement, values, tx);
    return holds.toSorted((one, other) => one.start - other.start || one.id - other.id);
  }

  /** Ends them, unless they are kept. @returns what has become of the first MAX_AFFECTED */
  async treat(
    tx: EntityManager,
    holds: readonly MetHold[],
    treatment: Treatment,
  ): Promise<readonly AffectedHold[]> {
    const outcome = treatment === 'keep' ? 'kept' : 'ended';
    if (outcome === 'ended' && holds.length > 0 && !this.database.isReadOnly(tx))
      await this.database.rows(END, [holds.map(({ id }) => id)], tx);
    return holds
      .slice(0, MAX_AFFECTED)
      .map(({ holdId, waitlistEntryId }) => ({ holdId, waitlistEntryId, outcome }));
  }
}
