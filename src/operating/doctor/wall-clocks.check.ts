import type { DataSource } from 'typeorm';
import type { Clock } from '../../platform/clock';
import { reasonOf } from '../../platform/database/sqlstate';
import { countDue } from '../zone-review/count-due';
import { type Finding, findingsOf } from './finding';

/** After an update of the zone rules, what lies ahead may have another wall clock than was agreed. */
export async function checkWallClocks(dataSource: DataSource, clock: Clock): Promise<Finding> {
  const { ok, warning } = findingsOf('wall clocks');
  try {
    const count = await countDue(clock.now(), ({ text }, values) => dataSource.query(text, values));
    if (count === 0) return ok('everything to come has the wall clock that was agreed');
    return warning(
      `${count} appointments, holds, closures and time off to come have another wall clock than was agreed, so a review is due: \`zones review\` lists them, and moves them with \`--apply\``,
    );
  } catch (error) {
    return warning(`cannot be read: ${reasonOf(error)}`);
  }
}
