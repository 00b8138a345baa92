import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';

/** An occupying appointment that meets a stretch of time. */
export interface ConflictRow {
  readonly id: number;
  readonly start_at: Date;
  readonly end_at: Date;
}

/** `busy` covers start to end, and has the index. */
const CONFLICTS = {
  name: 'time-off.conflicts',
  text: `select id, start_at, end_at from appointments
         where provider_id = $1 and status in ('pending', 'confirmed', 'completed')
           and busy && tstzrange($2, $3) and start_at < $3 and end_at > $2
         order by start_at, id`,
};

@Injectable()
export class TimeOffQueries {
  constructor(private readonly database: Database) {}

  /** The occupying appointments of a provider that a stretch of time overlaps, in time order. */
  conflicts(tx: EntityManager, providerId: number, start: Date, end: Date): Promise<ConflictRow[]> {
    return this.database.rows<ConflictRow>(CONFLICTS, [providerId, start, end], tx);
  }
}
