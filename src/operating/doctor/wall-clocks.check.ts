import type { DataSource } from 'typeorm';
import type { Clock } from '../../platform/clock';
import { reasonOf } from '../../platform/database/sqlstate';
import { type BookedTime, dueAfter, type Kind, KINDS } from '../zone-review/due-times';
import { type Finding, findingsOf } from './finding';

/** After an update of the zone rules, an appointment may start at another wall clock than its customer expects. */
export async function checkWallClocks(dataSource: DataSource, clock: Clock): Promise<Finding> {
  const { ok, warning } = findingsOf('wall clocks');
  try {
    const now = clock.now();
    const counts = await Promise.all(KINDS.map((kind) => countDue(dataSource, now, kind)));
    const count = counts.reduce((sum, each) => sum + each, 0);
    if (count === 0) return ok('each appointment to come has the wall clock at which it was booked');
    return warning(
      `${count} appointments and holds to come have another wall clock than that at which they were booked: \`zones review\` lists them, with \`--apply\` it moves them`,
    );
  } catch (error) {
    return warning(`cannot be read: ${reasonOf(error)}`);
  }
}

async function countDue(dataSource: DataSource, now: number, kind: Kind): Promise<number> {
  let count = 0;
  const pages = dueAfter(now, kind, ({ text }, values) => dataSource.query<BookedTime[]>(text, values));
  for await (const page of pages) count += page.length;
  return count;
}
