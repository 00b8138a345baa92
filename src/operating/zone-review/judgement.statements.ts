import { isLive } from '../../booking/appointment-status';
import { inReview } from './moves.statements';

/** The SQL that judges what can move. `p` is a place of what would move. */

const isDue = (claim: string) => `
  exists (select from zone_moves o where o.appointment_id = ${claim}.appointment_id and o.state <> 'skipped')
  or exists (select from zone_moves o where o.hold_id = ${claim}.hold_id and o.state <> 'skipped')`;

/** The claims `c`, of what does not move, that are in the way of `p`. $1 is now. */
const stayingClaims = (columns: string) => `
  select ${columns} from claims c
  where c.provider_id = p.subject and c.busy && p.next and ${isLive('c', '$1')} and not (${isDue('c')})
  union all
  select ${columns} from claims c
  where c.resource_id = -p.subject and c.busy && p.next and ${isLive('c', '$1')} and not (${isDue('c')})`;

/** The places `q`, of what is due as well, that are in the way of `p`: of what keeps its time, and of what has moved. */
const duePlaces = (columns: string) => `
  select ${columns} from zone_places q join zone_moves o on o.nr = q.nr
  where q.subject = p.subject and q.busy && p.next and o.state in ('taken', 'refused') and q.nr <> p.nr
  union all
  select ${columns} from zone_places q join zone_moves o on o.nr = q.nr
  where q.subject = p.subject and q.next && p.next and o.state = 'moved' and q.nr <> p.nr`;

/** Refuses what would get time that is taken by what is not due, even if other things move. Values: now. */
export const REFUSE_TAKEN = inReview(
  'refuse-taken',
  `update zone_moves m set state = 'taken' from zone_places p where p.nr = m.nr and exists (${stayingClaims('')})`,
);

const counted = (name: string, update: string) =>
  inReview(
    name,
    `with changed as (update zone_moves m ${update} returning m.nr) select count(distinct nr)::int as count from changed`,
  );

/** Refuses what would get the time of what was refused before, or of what has moved. */
export const REFUSE_BLOCKED = counted(
  'refuse-blocked',
  `set state = 'refused' from zone_places p where p.nr = m.nr and m.state = 'moving' and exists (${duePlaces('')})`,
);

/**
 * Of two that would get the same time, refuses the later one. Two that move by the same distance never do: they were apart before, or
 * are of one session.
 */
export const REFUSE_SECOND = counted(
  'refuse-second',
  `set state = 'refused' from zone_places p where p.nr = m.nr and m.state = 'moving' and exists (
     select from zone_places q join zone_moves o on o.nr = q.nr
     where q.subject = p.subject and q.next && p.next and o.state = 'moving' and o.shift_s <> m.shift_s
       and (o.start_at, o.nr) < (m.start_at, m.nr))`,
);

export const MOVE_REST = counted('move-rest', `set state = 'moved' where m.state = 'moving'`);

/** Moves the first of those that nothing is in the way of any more. */
export const MOVE_FREE = counted(
  'move-free',
  `set state = 'moved' where m.nr = (
     select r.nr from zone_moves r where r.state = 'refused'
       and not exists (select from zone_places p cross join lateral (${duePlaces('q.nr')}) blocking where p.nr = r.nr)
     order by r.start_at, r.nr limit 1)`,
);

export const TRY_AGAIN = counted('try-again', `set state = 'moving' where m.state = 'refused'`);

/** What is in the way of the due time `m`: ids of appointments, null for a hold. $1 is now. */
export const IN_THE_WAY = `
  select distinct blocking.id from zone_places p cross join lateral (
    ${stayingClaims('c.appointment_id as id')} union all ${duePlaces('o.appointment_id as id')}
  ) blocking where p.nr = m.nr`;
