import type { EntityManager } from 'typeorm';
import { isExpected } from '../../booking/appointment-status';
import type { Database } from '../../platform/database/database';
import { zoneRulesVersion } from '../../platform/time/zones/zone-rules';
import { countDue } from './count-due';

const FIND = {
  name: 'zone-review.reviewed-rules',
  text: 'select reviewed_zone_rules as reviewed from instance',
};

/** An appointment whose wall clock a worker has not filled in yet may be due. Values: the release, now. */
const RECORD = {
  name: 'zone-review.record-rules',
  text: `
    update instance set reviewed_zone_rules = $1
    where reviewed_zone_rules is distinct from $1 and not exists (
      select from appointments where start_at > $2 and booked_start is null and ${isExpected('status')})`,
};

/** Records that nothing is due by the rules of today. @param now epoch ms */
export async function recordReviewed(database: Database, now: number, tx?: EntityManager): Promise<void> {
  await database.rows(RECORD, [zoneRulesVersion(), new Date(now)], tx);
}

/**
 * How much is due, when there are other rules than those of the last review. A start with the same rules reads one row; the first one with
 * others looks at all that lies ahead.
 */
export async function dueAtStart(database: Database, now: number): Promise<number> {
  const { reviewed } = await database.one<{ reviewed: string | null }>(FIND, []);
  if (reviewed === zoneRulesVersion()) return 0;
  const count = await countDue(now, (statement, values) => database.rows(statement, values));
  if (count === 0) await recordReviewed(database, now);
  return count;
}
