import { Injectable } from '@nestjs/common';
import { PROVIDER_COLUMNS } from '../../../business/providers/provider.entity';
import { RESOURCE_COLUMNS } from '../../../business/resources/resource.entity';
import { SERVICE_COLUMNS } from '../../../business/services/service.entity';
import { USER_COLUMNS } from '../../../people/users/user.entity';
import { Clock } from '../../../platform/clock';
import { type Columns, namesOf } from '../../../platform/database/columns';
import { Database, type Statement } from '../../../platform/database/database';
import { APPOINTMENT_COLUMNS } from '../../appointments/appointment.entity';
import { HOLD_COLUMNS } from '../../holds/hold-columns';
import { isOpen } from '../waitlist-status';

/** The most changes that one look reads. */
export const MOST_CHANGES = 1_000;

/** A change that may have made time bookable: of the row as it was, or of a new one. */
export interface Change {
  /** Of the audit entry; null for a hold that has expired. */
  readonly entryId: string | null;
  /** As in the audit trail. */
  readonly resource: string;
  readonly resourceId: number;
  readonly providerId: number | null;
  readonly serviceId: number | null;
  /** RFC 3339. */
  readonly startAt: string | null;
  readonly endAt: string | null;
  /** `YYYY-MM-DD`. */
  readonly firstOn: string | null;
  readonly lastOn: string | null;
  readonly resourceIds: readonly number[] | null;
}

/** What changed since an earlier look. */
export interface Changes {
  /** Whether an entry is open at all. Otherwise nothing else was read. */
  readonly isAwaited: boolean;
  /** The newest audit entry that this look could see. */
  readonly newest: string;
  readonly changes: readonly Change[] | null;
}

/** SQL: a change reaches a column with an effect on time. That a row is created or deleted is such a change, too. */
const reachesTime = (...tables: readonly Columns[]) => {
  const timeless = tables.flatMap((columns) => namesOf(columns, ({ isTimeless }) => isTimeless === true));
  const list = `array[${timeless.map((name) => `'${name}'`).join(', ')}]`;
  return `(a.before - ${list}) is distinct from (a.after - ${list})`;
};

/** The audit entries that may have made time bookable. Bookings are none of them. An entry whose location is deleted waits at any place. */
const FREES = `
  (a.resource in ('appointments', 'holds') and a.action <> 'create'
    and ${reachesTime(APPOINTMENT_COLUMNS, HOLD_COLUMNS)}
  or a.resource = 'services' and a.action = 'update' and ${reachesTime(SERVICE_COLUMNS)}
  or a.resource in ('closures', 'time-off', 'busy-calendars') and a.action <> 'create'
  or a.resource = 'providers' and ${reachesTime(PROVIDER_COLUMNS, USER_COLUMNS)}
  or a.resource = 'resources' and ${reachesTime(RESOURCE_COLUMNS)}
  or a.resource in ('special-hours', 'business-hours')
  or a.resource = 'waitlist' and (a.action = 'create'
    or a.action = 'update' and a.before -> 'location_id' is distinct from a.after -> 'location_id'))`;

/** $1 is the audit entry after which to look, $2 the time of the look before, $3 now. */
const CHANGES: Statement = {
  name: 'waitlist.changes',
  text: `
    with awaited as (select exists (select from waitlist_entries e where ${isOpen('e')}) as found)
    select awaited.found as "isAwaited", coalesce((select max(id) from audit_entries), 0)::text as newest,
      case when awaited.found then (
        select json_agg(change) from (
          (select a.id::text as "entryId", a.resource, a.resource_id as "resourceId",
            (r.row ->> 'provider_id')::int as "providerId", (r.row ->> 'service_id')::int as "serviceId",
            r.row ->> 'start_at' as "startAt", r.row ->> 'end_at' as "endAt",
            coalesce(r.row ->> 'on_date', r.row ->> 'first_on') as "firstOn",
            coalesce(r.row ->> 'on_date', r.row ->> 'last_on') as "lastOn", r.row -> 'resource_ids' as "resourceIds"
          from audit_entries a cross join lateral (select coalesce(a.before, a.after)) r(row)
          where a.id > $1 and ${FREES}
          order by a.id desc limit ${MOST_CHANGES})
          union all
          select null, 'holds', h.id, h.provider_id, h.service_id, to_json(h.start_at) #>> '{}', to_json(h.end_at) #>> '{}',
            null, null, to_jsonb(h.resource_ids)
          from holds h where h.expires_at > $2 and h.expires_at <= $3
        ) change
      ) end as changes
    from awaited`,
};

@Injectable()
export class FreedTimeQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param since epoch ms; holds that have expired from then on are among the changes */
  changes(afterEntry: string, since: number): Promise<Changes> {
    const values = [afterEntry, new Date(since), new Date(this.clock.now())];
    return this.database.one<Changes>(CHANGES, values);
  }
}
