import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';

/** An occupying appointment that meets a stretch of time. */
export interface ConflictRow {
  readonly id: number;
  readonly provider_id: number;
  readonly start_at: Date;
  readonly end_at: Date;
}

/** `busy` covers start to end, and has an index: that of the exclusion constraint. */
const CONFLICTS = {
  name: 'closures.conflicts',
  text: `
    select id, provider_id, start_at, end_at from appointments
    where status in ('pending', 'confirmed', 'completed') and busy && tstzrange($1, $2)
      and start_at < $2 and end_at > $1
    order by start_at, id`,
};

const PROVIDER_IDS = { name: 'closures.provider-ids', text: 'select id from providers' };

/** Reads whom and what a closure concerns. */
@Injectable()
export class ClosuresQueries {
  constructor(private readonly database: Database) {}

  /** The occupying appointments that a stretch of time overlaps, in time order. */
  conflicts(tx: EntityManager, start: Date, end: Date): Promise<ConflictRow[]> {
    return this.database.rows<ConflictRow>(CONFLICTS, [start, end], tx);
  }

  async providerIds(tx: EntityManager): Promise<number[]> {
    return (await this.database.rows<{ id: number }>(PROVIDER_IDS, [], tx)).map(({ id }) => id);
  }
}
