import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '../../../platform/database/database';

/** A time that a provider was to be booked for; ISO 8601. */
export interface WantedTime {
  /** Ours. */
  readonly providerId: number;
  readonly start: string;
  readonly end: string;
}

/** What is in the way of a time. */
interface TakenRow {
  readonly position: number;
  /** Null: a hold. */
  readonly id: number | null;
  /** The source of an appointment and its id there; null: it was booked here. */
  readonly importedFrom: string | null;
}

/** The first thing in the way of each time. The numbers start at 1. */
const TAKEN: Statement = {
  name: 'imports.taken',
  text: `
    select distinct on (w.position) w.position::int as position, c.appointment_id as id,
      a.metadata ->> 'importedFrom' as "importedFrom"
    from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) with ordinality w (provider_id, start_at, end_at, position)
    join claims c on c.provider_id = w.provider_id and c.busy && tstzrange(w.start_at, w.end_at)
    left join appointments a on a.id = c.appointment_id
    order by w.position, lower(c.busy), c.id`,
};

/** Finds what is in the way of appointments that were refused. */
@Injectable()
export class TakenTimes {
  constructor(private readonly database: Database) {}

  /** What each time overlaps, in their order; undefined: nothing any more. */
  async find(tx: EntityManager, times: readonly WantedTime[]): Promise<(string | undefined)[]> {
    if (times.length === 0) return [];
    const columns = [
      times.map(({ providerId }) => providerId),
      times.map(({ start }) => start),
      times.map(({ end }) => end),
    ];
    const rows = await this.database.rows<TakenRow>(TAKEN, columns, tx);
    const found = new Map(rows.map((row) => [row.position, nameOf(row)]));
    return times.map((_, i) => found.get(i + 1));
  }
}

function nameOf({ id, importedFrom }: TakenRow): string {
  if (id === null) return 'a hold';
  return importedFrom === null ? `appointment ${id} here` : `appointment ${importedFrom}`;
}
