import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '../../../platform/database/database';
import { shiftTimeOf } from '../claims/claims.statements';
import { shifted } from '../claims/shifted';

/**
 * The SQL that moves many appointments and holds at once, each by a distance of its own. `zone_moves` is a temporary table of the
 * transaction: `nr`, `appointment_id`, `hold_id` (one of them null), `shift_s`, `due_at`, `due_start`, and the `state`, which is `moved`
 * where all this applies. It is new each time, so the statements are planned each time.
 */
const moving = (name: string, text: string): Statement => ({
  name: `moves.${name}`,
  text,
  readsQueue: true,
});

/** Claims first: appointments and holds that trade places are all out of the way before the first is in its new place. Values: now. */
const MOVE_CLAIMS = moving(
  'claims',
  `with ${shiftTimeOf(
    `select appointment_id, hold_id, shift_s from zone_moves where state = 'moved'`,
    `select c.id from claims c where c.expires_at <= $1 and exists (
       select from zone_places p where p.subject in (c.provider_id, -c.resource_id) and p.next && c.busy)`,
  )} select count(*)::int as count from claimed`,
);

const MOVED_TIME = `
  start_at = m.due_at, end_at = t.end_at + make_interval(secs => m.shift_s), busy = ${shifted('t.busy', 'm.shift_s')},
  booked_start = m.due_start`;

/** Moves some appointments. The zone in which they were booked stays. Values: the last one before, the last one, now. */
const MOVE_APPOINTMENTS = moving(
  'appointments',
  `with updated as (
     update appointments t set ${MOVED_TIME}, updated_at = $3
     from zone_moves m where t.id = m.appointment_id and m.state = 'moved' and m.nr > $1 and m.nr <= $2
     returning t.id
   ) select count(*)::int as count from updated`,
);

const MOVE_HOLDS = moving(
  'holds',
  `with updated as (
     update holds t set ${MOVED_TIME} from zone_moves m where t.id = m.hold_id and m.state = 'moved' returning t.id
   ) select count(*)::int as count from updated`,
);

interface Count {
  readonly count: number;
}

/** Moves what a temporary table says. */
@Injectable()
export class TimeMoves {
  constructor(private readonly database: Database) {}

  /** All claims, then the holds. @param tx it has locked whom and what the moves take @returns the number of holds */
  async holds(tx: EntityManager, at: Date): Promise<number> {
    await this.database.rows(MOVE_CLAIMS, [at], tx);
    return (await this.database.one<Count>(MOVE_HOLDS, [], tx)).count;
  }

  /** The appointments of the moves from `nr` after `from` up to `to`; `holds` has moved their claims. @returns their number */
  async appointments(tx: EntityManager, from: number, to: number, at: Date): Promise<number> {
    return (await this.database.one<Count>(MOVE_APPOINTMENTS, [from, to, at], tx)).count;
  }
}
