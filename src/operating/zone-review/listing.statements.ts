import { epochMs } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';
import type { Kind } from './due-times';
import { IN_THE_WAY } from './judgement.statements';
import { inReview } from './moves.statements';

/** What is due, as the command lists it. Instants in epoch ms. */
export interface ListedTime {
  readonly nr: number;
  /** A number, or the UUID of a hold. */
  readonly id: number | string;
  readonly providerId: number;
  readonly zone: string;
  readonly bookedStart: string;
  readonly start: number;
  /** Null: the clock skips the time. */
  readonly due: number | null;
  /** What has that time: ids of appointments, null for a hold. */
  readonly inTheWay: readonly (number | null)[];
}

/** A page, by zone, provider and time. Values: now, the last one of the page before (zone, provider, start, number), the length. */
const pageOf = (name: string, id: string, from: string) =>
  inReview(
    `list-${name}`,
    `select m.nr, ${id} as id, m.provider_id as "providerId", m.zone, m.booked_start as "bookedStart",
       ${epochMs('m.start_at')} as start, ${epochMs('m.due_at')} as due,
       case when m.state in ('taken', 'refused')
         then coalesce((select json_agg(id order by id) from (${IN_THE_WAY}) ids), '[]') else '[]' end as "inTheWay"
     from ${from} where (m.zone, m.provider_id, m.start_at, m.nr) > ($2, $3, $4, $5)
     order by m.zone, m.provider_id, m.start_at, m.nr limit $6`,
  );

export const LIST: Readonly<Record<Kind, Statement>> = {
  appointments: pageOf(
    'appointments',
    'm.appointment_id',
    '(select * from zone_moves where appointment_id is not null) m',
  ),
  holds: pageOf('holds', 'h.token', 'zone_moves m join holds h on h.id = m.hold_id'),
};
