import { Provider } from '../../../business/providers/provider.entity';
import { Resource } from '../../../business/resources/resource.entity';
import { SERVICE_COLUMNS } from '../../../business/services/service.entity';
import { User } from '../../../people/users/user.entity';
import type { IdRange, ReadCursor } from '../../../platform/audit-trail/trail-cursor';
import { CURSOR, unread } from '../../../platform/audit-trail/trail-cursor.statements';
import { type Columns, namesOf } from '../../../platform/database/columns';
import type { Statement } from '../../../platform/database/database';
import { Appointment } from '../../diary/rows/appointment.entity';
import { Hold } from '../../diary/holds/hold.entity';
import { isOpen } from '../waitlist-status';

/** The most audit entries that one look reads, and the most changes that it returns. */
export const MOST_ENTRIES = 10_000;
export const MOST_CHANGES = 1_000;

/** A change that may have made time bookable: the row as it was before, or the new row. */
export interface FreeingChange {
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
  readonly team: readonly number[] | null;
  /** Whether the service has a limit per day, of which the other providers may now take one more. */
  readonly isLimited: boolean;
  /** Of a service, before the change. */
  readonly startsAt: string | null;
}

/** What has changed since a cursor. */
export interface Look extends ReadCursor {
  /** Whether an entry of the waitlist is open. Otherwise nothing was read. */
  readonly isAwaited: boolean;
  /** The newest audit entry. */
  readonly newest: number;
  /** How many audit entries were read, and their ids. */
  readonly count: number;
  readonly found: readonly IdRange[] | null;
  readonly changes: readonly FreeingChange[] | null;
}

/** SQL: an update changes a column with an effect on time. True for a row that is created or deleted. */
const reachesTime = (...tables: readonly Columns[]) => {
  const timeless = tables.flatMap((columns) => namesOf(columns, ({ isTimeless }) => isTimeless === true));
  const list = `array[${timeless.map((name) => `'${name}'`).join(', ')}]`;
  return `(a.before - ${list}) is distinct from (a.after - ${list})`;
};

/**
 * SQL: an audit entry may have made time bookable. A booking does not. The deletion of a location does: its entries of the waitlist
 * then wait for a time at any place.
 */
const FREES = `
  (a.resource in ('appointments', 'holds') and a.action <> 'create'
    and ${reachesTime(Appointment.columns, Hold.columns)}
  or a.resource = 'services' and a.action = 'update' and ${reachesTime(SERVICE_COLUMNS)}
  or a.resource in ('closures', 'time-off', 'busy-calendars') and a.action <> 'create'
  or a.resource = 'providers' and ${reachesTime(Provider.columns, User.columns)}
  or a.resource = 'resources' and ${reachesTime(Resource.columns)}
  or a.resource in ('special-hours', 'business-hours')
  or a.resource = 'locations' and (a.before -> 'hours' is distinct from a.after -> 'hours'
    or a.before -> 'timezone' is distinct from a.after -> 'timezone')
  or a.resource = 'waitlist' and (a.action = 'create'
    or a.action = 'update' and a.before -> 'location_id' is distinct from a.after -> 'location_id'))`;

/** @param service SQL of the id of a service, or null */
const hasLimit = (service: string) =>
  `exists (select from services where id = ${service} and max_per_day is not null)`;

/**
 * Reads the changes since a cursor, and the holds that have expired since the last look. There are two statements, so that PostgreSQL
 * makes a generic plan for each. Values: the time of the last look, now. @param cursor SQL of the row of the cursor
 */
const look = (name: string, cursor: string): Statement => ({
  name,
  text: `
    with n as materialized (
      ${cursor}
    ), awaited as (
      select exists (select from waitlist_entries e where ${isOpen('e')}) as found
    ), unread as materialized (
      select a.* from n cross join lateral (${unread(String(MOST_ENTRIES))}) a
    ), changes as (
      (select a.resource, a.resource_id as "resourceId",
        (r.row ->> 'provider_id')::int as "providerId", (r.row ->> 'service_id')::int as "serviceId",
        r.row ->> 'start_at' as "startAt", r.row ->> 'end_at' as "endAt",
        coalesce(r.row ->> 'on_date', r.row ->> 'first_on') as "firstOn",
        coalesce(r.row ->> 'on_date', r.row ->> 'last_on') as "lastOn", r.row -> 'resource_ids' as "resourceIds",
        r.row -> 'team' as team, ${hasLimit("(r.row ->> 'service_id')::int")} as "isLimited",
        case when a.resource = 'services' then
          coalesce(r.row ->> 'start_rule', (select start_rule from services where id = a.resource_id)) end as "startsAt"
      from unread a cross join lateral (select coalesce(a.before, a.after)) r(row)
      where ${FREES} limit ${MOST_CHANGES})
      union all
      select 'holds', h.id, h.provider_id, h.service_id, to_json(h.start_at) #>> '{}', to_json(h.end_at) #>> '{}',
        null, null, to_jsonb(h.resource_ids), to_jsonb(h.team), ${hasLimit('h.service_id')}, null
      from holds h where h.expires_at > $1 and h.expires_at <= $2
    )
    select awaited.found as "isAwaited", ${CURSOR}, coalesce((select max(id) from audit_entries), 0)::float8 as newest,
      case when awaited.found then (select count(*)::int from unread) end as count,
      case when awaited.found then (
        select json_agg(json_build_array(lower(ids), upper(ids) - 1) order by ids)
        from (select unnest(range_agg(int8range(id, id, '[]'))) as ids from unread) ranges
      ) end as found,
      case when awaited.found then (select json_agg(c) from changes c) end as changes
    from n cross join awaited`,
});

/** Begins where the numbering of events is. */
export const FIRST_LOOK = look(
  'waitlist.first-look',
  'select seen, gaps, old_gaps, horizon from event_numbering',
);

/** Further values: the members of the cursor, with its gaps as JSON. */
export const LOOK = look(
  'waitlist.look',
  'select $3::bigint as seen, $4::jsonb as gaps, $5::jsonb as old_gaps, $6::bigint as horizon',
);
