import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppointmentConflicts, type ConflictingAppointment } from '../../business/appointment-conflicts';
import { Database, type Statement } from '../../platform/database/database';
import type { Interval } from '../../platform/time/interval';
import { epochMs } from './appointment-columns';
import { isOccupying } from './appointment-status';

/** `busy` includes the buffers and has an index, that of the exclusion constraint; `start_at` and `end_at` decide. */
const conflicts = (name: string, and: string): Statement => ({
  name: `appointments.conflicts-of-${name}`,
  text: `
    select a.id, a.provider_id as "providerId", ${epochMs('a.start_at')} as start, ${epochMs('a.end_at')} as end
    from appointments a
    where ${isOccupying('a.status')} and a.busy && tstzrange($1, $2) and a.start_at < $2 and a.end_at > $1 ${and}
    order by a.start_at, a.id`,
});
const OF_ANY = conflicts('any', '');
const OF_ONE = conflicts('one', 'and a.provider_id = $3');

@Injectable()
export class AppointmentConflictsQueries extends AppointmentConflicts {
  constructor(private readonly database: Database) {
    super();
  }

  find(tx: EntityManager, { start, end }: Interval, providerId?: number): Promise<ConflictingAppointment[]> {
    const interval = [new Date(start), new Date(end)];
    return providerId === undefined
      ? this.database.rows(OF_ANY, interval, tx)
      : this.database.rows(OF_ONE, [...interval, providerId], tx);
  }
}
