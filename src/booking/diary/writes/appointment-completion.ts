import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MAX_AFFECTED } from '../../../business/periods/affected-appointments';
import { Database } from '../../../platform/database/database';
import { locking } from '../../../platform/database/statement';
import type { Reach } from '../../../platform/restrictions';
import { andWithin } from '../../reach';
import { TooManyAppointmentsError } from './too-many-appointments';

const COMPLETE = {
  name: 'appointments.complete',
  text: `update appointments set status = 'completed', updated_at = $2 where id = any ($1)`,
};

/** Which appointments are meant: those that had ended by `until`, at one place where it is named, in the reach of the key. */
interface Ended {
  readonly until: number;
  readonly locationId: number | undefined;
  readonly reach: Reach | undefined;
}

/** Completes the confirmed appointments that have ended. They keep their time, so no provider is locked. */
@Injectable()
export class AppointmentCompletion {
  constructor(private readonly database: Database) {}

  /** @returns the ids, also where `tx` only reads, and so writes nothing @throws TooManyAppointmentsError */
  async complete(
    tx: EntityManager,
    { until, locationId, reach }: Ended,
    now: number,
  ): Promise<readonly number[]> {
    const within = andWithin(reach, 'given', { alias: 'a', first: 3 });
    const find = locking(
      `appointments.find-ended-confirmed${within.name}`,
      `select a.id from appointments a where a.status = 'confirmed' and a.end_at <= $1
         and ($2::int is null or a.location_id = $2)${within.sql} order by a.id limit ${MAX_AFFECTED + 1}`,
      'for no key update',
    );
    const values = [new Date(until), locationId ?? null, ...within.values];
    const ids = (await this.database.rows<{ id: number }>(find, values, tx)).map(({ id }) => id);
    if (ids.length > MAX_AFFECTED) throw new TooManyAppointmentsError();
    if (ids.length > 0 && !this.database.isReadOnly(tx))
      await this.database.rows(COMPLETE, [ids, new Date(now)], tx);
    return ids;
  }
}
