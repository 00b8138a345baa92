import { isLive } from '../../appointment-status';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  AppointmentConflicts,
  type AtLocation,
  type ConflictingAppointment,
  type Conflicts,
  MAX_CONFLICTS,
  type TimeOwner,
} from '../../../business/periods/appointment-conflicts';
import { Clock } from '../../../platform/clock';
import { Database, type Statement } from '../../../platform/database/database';
import type { Reach } from '../../../platform/restrictions';
import { andWithin } from '../../reach';
import type { Interval } from '../../../platform/time/interval';
import { epochMs } from '../../../platform/database/columns';

/** Values: from, until, ids that are left out. The interval of a claim includes the buffers and has an index, that of the exclusion constraint. */
const conflicts = (name: string, and: string): Statement => ({
  name: `appointments.conflicts-of-${name}`,
  text: `
    select count(*) over ()::int as total, a.id as id, a.provider_id as "providerId", ${epochMs('a.start_at')} as start, ${epochMs('a.end_at')} as end
    from claims c join appointments a on a.id = c.appointment_id
    where c.busy && tstzrange($1, $2) and a.id <> all ($3) and ${and}
    order by a.start_at, a.id limit ${MAX_CONFLICTS}`,
});
/** A person is needed from start to end. */
const MEETS_APPOINTMENT = 'a.start_at < $2 and a.end_at > $1';
const IS_LED = `${MEETS_APPOINTMENT} and c.provider_id = a.provider_id`;
const OF_ANY = conflicts('any', IS_LED);
const IS_OF_LOCATION = `${IS_LED} and a.location_id = $4`;
const OF_LOCATION = conflicts('location', IS_OF_LOCATION);
const IS_OF_PROVIDER = `${MEETS_APPOINTMENT} and c.provider_id = $4`;
const OF_PROVIDER = conflicts('provider', IS_OF_PROVIDER);
/** A room is needed throughout the buffers, too: a booking is refused when it is not. */
const OF_RESOURCE = conflicts('resource', 'c.resource_id = $4');

const IS_TAKEN: Statement = {
  name: 'appointments.resource-is-taken',
  text: `
    select exists (
      select from claims c where c.resource_id = $1 and c.busy && tstzrange($2, null) and ${isLive('c', '$2')}
    ) as taken`,
};

interface ConflictRow extends ConflictingAppointment {
  /** The number of conflicts, beyond the limit, too. */
  readonly total: number;
}

@Injectable()
export class AppointmentConflictsQueries extends AppointmentConflicts {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(
    tx: EntityManager,
    { start, end }: Interval,
    whose: TimeOwner | AtLocation | undefined,
    reach: Reach | undefined,
    freed: readonly number[],
  ): Promise<Conflicts> {
    const interval = [new Date(start), new Date(end)];
    const [statement, values] = statementFor(whose, [...interval, freed], reach);
    const rows = await this.database.rows<ConflictRow>(statement, values, tx);
    return { items: rows, total: rows[0]?.total ?? 0 };
  }

  async isTakenAhead(tx: EntityManager, resourceId: number): Promise<boolean> {
    const values = [resourceId, new Date(this.clock.now())];
    const { taken } = await this.database.one<{ taken: boolean }>(IS_TAKEN, values, tx);
    return taken;
  }
}

function statementFor(
  whose: TimeOwner | AtLocation | undefined,
  interval: readonly unknown[],
  reach: Reach | undefined,
): [Statement, unknown[]] {
  if (reach !== undefined && whose !== undefined && !('resourceId' in whose))
    return 'providerId' in whose
      ? within(reach, 'provider', IS_OF_PROVIDER, [...interval, whose.providerId])
      : within(reach, 'location', IS_OF_LOCATION, [...interval, whose.locationId]);
  if (whose === undefined) return [OF_ANY, [...interval]];
  if ('locationId' in whose) return [OF_LOCATION, [...interval, whose.locationId]];
  return 'providerId' in whose
    ? [OF_PROVIDER, [...interval, whose.providerId]]
    : [OF_RESOURCE, [...interval, whose.resourceId]];
}

/** Those that belong to a narrowed key: others are elsewhere. */
function within(
  reach: Reach,
  name: string,
  isOfOwner: string,
  values: readonly unknown[],
): [Statement, unknown[]] {
  const own = andWithin(reach, 'any', { alias: 'a', first: 5 });
  const statement = conflicts(`${name}${own.name}`, `${isOfOwner}${own.sql}`);
  return [statement, [...values, ...own.values]];
}
