import { isLive, isExpected } from '../../booking/appointment-status';
import { shifted } from '../../booking/diary/claims/shifted';
import type { Statement } from '../../platform/database/database';

/**
 * The SQL of what is due, in temporary tables of one transaction: however much is due, the process holds one page of it. These
 * statements are planned for each execution, because the tables are new each time.
 */
export const inReview = (name: string, text: string): Statement => ({
  name: `zone-review.${name}`,
  text,
  readsQueue: true,
});

/** So many rows in one statement may take longer than a request may. */
export const NO_TIMEOUT = inReview('no-timeout', `select set_config('statement_timeout', '0', true)`);

/**
 * What is due. `state`: `moving`, if all can move; `skipped`, because the clock skips its wall clock; `taken`, because the time is taken by
 * what is not due; `refused`, because it is taken by what is due and keeps its time, or gets that time; `moved`.
 */
export const CREATE_MOVES = inReview(
  'create-moves',
  `create temporary table zone_moves (
     nr int generated always as identity primary key,
     appointment_id int unique, hold_id int unique, provider_id int not null,
     zone text not null, booked_start text not null, start_at timestamptz not null,
     due_at timestamptz, due_start text, shift_s float8, state text not null
   ) on commit drop`,
);

/** Adds what is due. Values: ids of appointments and of holds, providers, zones, texts, starts, due starts, due texts. */
export const ADD_MOVES = inReview(
  'add-moves',
  `insert into zone_moves
     (appointment_id, hold_id, provider_id, zone, booked_start, start_at, due_at, due_start, shift_s, state)
   select appointment_id, hold_id, provider_id, zone, booked_start, start_at, due_at, due_start,
     extract(epoch from due_at - start_at), case when due_at is null then 'skipped' else 'moving' end
   from unnest($1::int[], $2::int[], $3::int[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::text[])
     m (appointment_id, hold_id, provider_id, zone, booked_start, start_at, due_at, due_start)`,
);

/** The providers of what is due, and those who help; all, when a closure is due. */
export const PROVIDERS = inReview(
  'providers',
  `select distinct id from (
     select provider_id as id from zone_moves
     union all select unnest(team) from zone_moves m join appointments a on a.id = m.appointment_id
     union all select unnest(team) from zone_moves m join holds h on h.id = m.hold_id
     union all select provider_id from zone_periods where provider_id is not null
     union all select id from providers where exists (select from zone_periods where kind = 'closures')
   ) p`,
);

/** Locks the rows of what is due. Their providers are locked. */
const lock = (kind: string, id: string) =>
  inReview(
    `lock-${kind}`,
    `select count(*)::int as count from (
       select from ${kind} t where t.id in (select ${id} from zone_moves) order by t.id for no key update
     ) locked`,
  );
export const LOCK_APPOINTMENTS = lock('appointments', 'appointment_id');
export const LOCK_HOLDS = lock('holds', 'hold_id');

/** Forgets what has changed before it was locked. Values: now. */
export const FORGET_CHANGED = inReview(
  'forget-changed',
  `delete from zone_moves m
   where not exists (
       select from appointments a where a.id = m.appointment_id and ${isExpected('a.status')} and ${isAsFound('a')})
     and not exists (select from holds h where h.id = m.hold_id and ${isAsFound('h')})`,
);

function isAsFound(row: string): string {
  return `${row}.start_at = m.start_at and ${row}.booked_start = m.booked_start and ${row}.provider_id = m.provider_id
    and ${isLive(row, '$1')}`;
}

/** Where the claims of what is due are, and where they would be. `subject`: the id of a provider, or that of a resource with a minus. */
const CREATE = inReview(
  'create-places',
  `create temporary table zone_places on commit drop as
     select nr, coalesce(provider_id, -resource_id) as subject, busy, ${shifted('busy', 'shift_s')} as next
     from (
       select m.nr, m.shift_s, c.* from zone_moves m join claims c on c.appointment_id = m.appointment_id where m.state = 'moving'
       union all
       select m.nr, m.shift_s, c.* from zone_moves m join claims c on c.hold_id = m.hold_id where m.state = 'moving'
     ) claimed`,
);

export const CREATE_PLACES: readonly Statement[] = [
  inReview('analyze-moves', 'analyze zone_moves'),
  CREATE,
  inReview('index-places', 'create index on zone_places (nr)'),
  inReview('index-busy', 'create index on zone_places using gist (subject, busy)'),
  inReview('index-next', 'create index on zone_places using gist (subject, next)'),
  inReview('analyze-places', 'analyze zone_places'),
];

/** The resources of what is due. */
export const RESOURCES = inReview(
  'resources',
  `select id from resources
   where id in (select -subject from zone_places where subject < 0 union all select resource_id from zone_periods)`,
);
