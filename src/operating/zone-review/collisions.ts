import { isLive } from '../../booking/availability/snapshot/snapshot.statements';
import { epochMs } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';
import { type Interval, overlaps } from '../../platform/time/interval';
import type { DueAppointment } from './due-appointments';

/** Two claims of one provider or resource that may meet once appointments have moved. Epoch ms, buffers included. */
export interface Neighbours {
  /** The appointment that is to move. */
  readonly id: number;
  readonly busyStart: number;
  readonly busyEnd: number;
  /** The other one; null: a hold has the time. */
  readonly otherId: number | null;
  readonly otherStart: number;
  readonly otherEnd: number;
}

/** @param owner the column of claims that both have in common */
const neighboursBy = (owner: string) => `
  select m.id, ${epochMs('lower(own.busy)')} as "busyStart", ${epochMs('upper(own.busy)')} as "busyEnd",
    other.appointment_id as "otherId", ${epochMs('lower(other.busy)')} as "otherStart", ${epochMs('upper(other.busy)')} as "otherEnd"
  from unnest($1::int[], $2::float8[]) m (id, shift_s)
  join claims own on own.appointment_id = m.id
  join claims other on other.${owner} = own.${owner} and other.session <> own.session and ${isLive('other', '$4')}
    and other.busy && tstzrange(
      lower(own.busy) + make_interval(secs => m.shift_s - $3), upper(own.busy) + make_interval(secs => m.shift_s + $3))`;

/** Values: appointments and by how many seconds each is to move, the longest move in seconds, now. */
export const NEIGHBOURS: Statement = {
  name: 'zone-review.neighbours',
  text: `${neighboursBy('provider_id')} union ${neighboursBy('resource_id')}`,
};

/** What has the time to which an appointment would move: the ids of appointments, 'hold' for a hold. */
export type Collisions = ReadonlyMap<number, readonly (number | 'hold')[]>;

/**
 * Judges as if all had moved that can. One that cannot move keeps its time, and is in the way of others: so it goes on until no other
 * is refused.
 */
export function collisionsOf(due: readonly DueAppointment[], neighbours: readonly Neighbours[]): Collisions {
  const shifts = new Map(
    due.flatMap((each) => (each.due === undefined ? [] : [[each.id, each.due - each.start]])),
  );
  const collisions = new Map<number, Set<number | 'hold'>>();
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const { id, otherId, ...times } of neighbours) {
      const other = otherId ?? 'hold';
      if (collisions.get(id)?.has(other)) continue;
      const place = moved({ start: times.busyStart, end: times.busyEnd }, shifts.get(id) ?? 0);
      const otherShift = otherId === null || collisions.has(otherId) ? 0 : (shifts.get(otherId) ?? 0);
      if (!overlaps(place, moved({ start: times.otherStart, end: times.otherEnd }, otherShift))) continue;
      collisions.set(id, (collisions.get(id) ?? new Set()).add(other));
      isDone = false;
    }
  }
  return new Map([...collisions].map(([id, others]) => [id, [...others]]));
}

function moved({ start, end }: Interval, shift: number): Interval {
  return { start: start + shift, end: end + shift };
}
