import { epochMs } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';
import { storedZoneName } from '../../platform/time/zones/zone-rules';
import type { DuePeriod, PeriodKind } from './due-periods';
import { inReview } from './moves.statements';

/** The SQL of time off and closures that are due, as `moves.statements.ts`. Nothing is in their way, so all of them move. */

export const CREATE_PERIODS = inReview(
  'create-periods',
  `create temporary table zone_periods (
     kind text not null, id int not null, provider_id int, resource_id int, zone text not null, given_start text, given_end text,
     start_at timestamptz not null, end_at timestamptz not null, due_start_at timestamptz not null, due_end_at timestamptz not null
   ) on commit drop`,
);

/** Values: the kind, and lists as `periodValues` gives them. */
export const ADD_PERIODS = inReview(
  'add-periods',
  `insert into zone_periods
   select $1, p.* from unnest($2::int[], $3::int[], $4::int[], $5::text[], $6::text[], $7::text[],
     $8::timestamptz[], $9::timestamptz[], $10::timestamptz[], $11::timestamptz[]) p`,
);

export function periodValues(kind: PeriodKind, due: readonly DuePeriod[]): unknown[] {
  return [
    kind,
    due.map(({ id }) => id),
    due.map(({ providerId }) => providerId),
    due.map(({ resourceId }) => resourceId),
    due.map(({ zone }) => storedZoneName(zone) ?? zone),
    due.map(({ givenStart }) => givenStart),
    due.map(({ givenEnd }) => givenEnd),
    due.map(({ start }) => new Date(start)),
    due.map(({ end }) => new Date(end)),
    due.map(({ dueStart }) => new Date(dueStart)),
    due.map(({ dueEnd }) => new Date(dueEnd)),
  ];
}

/** Moves those that are as they were found. */
const move = (kind: PeriodKind, table: string) =>
  inReview(
    `move-${table}`,
    `with updated as (
       update ${table} t set start_at = p.due_start_at, end_at = p.due_end_at
       from zone_periods p where p.kind = '${kind}' and t.id = p.id and t.start_at = p.start_at and t.end_at = p.end_at
       returning t.id
     ) select count(*)::int as count from updated`,
  );

export const MOVE_PERIODS: Readonly<Record<PeriodKind, Statement>> = {
  timeOff: move('timeOff', 'time_off'),
  closures: move('closures', 'closures'),
};

/** A page, by zone and id. Values: the kind, the last one of the page before (zone, id), the length. */
export const LIST_PERIODS = inReview(
  'list-periods',
  `select id, provider_id as "providerId", resource_id as "resourceId", zone, given_start as "givenStart", given_end as "givenEnd",
     ${epochMs('start_at')} as start, ${epochMs('end_at')} as end, ${epochMs('due_start_at')} as "dueStart",
     ${epochMs('due_end_at')} as "dueEnd"
   from zone_periods where kind = $1 and (zone, id) > ($2, $3) order by zone, id limit $4`,
);
