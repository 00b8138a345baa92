import type { EntityManager } from 'typeorm';
import type { Database, Statement } from '../../platform/database/database';
import {
  MOVE_FREE,
  MOVE_REST,
  REFUSE_BLOCKED,
  REFUSE_SECOND,
  REFUSE_TAKEN,
  TRY_AGAIN,
} from './judgement.statements';

/**
 * Decides what moves, as if all had moved that can. What cannot move keeps its time and is in the way of others, and so on, until no other
 * is refused. What was refused is then judged again, now that the others have moved, until none of it can: so a second review
 * of the same finds nothing to move.
 * @param now epoch ms
 */
export async function judge(database: Database, tx: EntityManager, now: number): Promise<void> {
  const changed = async (statement: Statement) =>
    (await database.one<{ count: number }>(statement, [], tx)).count > 0;
  await database.rows(REFUSE_TAKEN, [new Date(now)], tx);
  do {
    while ((await changed(REFUSE_BLOCKED)) || (await changed(REFUSE_SECOND)));
  } while (((await changed(MOVE_REST)) || (await changed(MOVE_FREE))) && (await changed(TRY_AGAIN)));
}
