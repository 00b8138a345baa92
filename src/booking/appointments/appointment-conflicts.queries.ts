import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  AppointmentConflicts,
  type ConflictingAppointment,
  type Conflicts,
  MAX_CONFLICTS,
} from '../../business/periods/appointment-conflicts';
import { Database, type Statement } from '../../platform/database/database';
import type { Interval } from '../../platform/time/interval';
import { epochMs } from './appointment-columns';

/** The interval of a claim includes the buffers and has an index, that of the exclusion constraint; `start_at` and `end_at` decide. */
const conflicts = (name: string, and: string): Statement => ({
  name: `appointments.conflicts-of-${name}`,
  text: `
    select count(*) over ()::int as total, a.id, a.provider_id as "providerId", ${epochMs('a.start_at')} as start, ${epochMs('a.end_at')} as end
    from claims c join appointments a on a.id = c.appointment_id
    where c.busy && tstzrange($1, $2) and a.start_at < $2 and a.end_at > $1 ${and}
    order by a.start_at, a.id limit ${MAX_CONFLICTS}`,
});
const OF_ANY = conflicts('any', '');
const OF_ONE = conflicts('one', 'and c.provider_id = $3');

interface ConflictRow extends ConflictingAppointment {
  /** The number of conflicts, whatever the limit. */
  readonly total: number;
}

@Injectable()
export class AppointmentConflictsQueries extends AppointmentConflicts {
  constructor(private readonly database: Database) {
    super();
  }

  async find(tx: EntityManager, { start, end }: Interval, providerId?: number): Promise<Conflicts> {
    const interval = [new Date(start), new Date(end)];
    const rows: ConflictRow[] =
      providerId === undefined
        ? await this.database.rows(OF_ANY, interval, tx)
        : await this.database.rows(OF_ONE, [...interval, providerId], tx);
    return { items: rows, total: rows[0]?.total ?? 0 };
  }
}
