import type { Statement } from '../../platform/database/database';
import { duePeriods, type GivenPeriod, PERIODS } from './due-periods';
import { type WallTime, dueAfter, KINDS } from './due-times';

/** Runs a statement. */
type Read = <Row extends WallTime | GivenPeriod>(statement: Statement, values: unknown[]) => Promise<Row[]>;

/** How much of what lies ahead has another wall clock than was agreed. Holds one page in memory. @param now epoch ms */
export async function countDue(now: number, read: Read): Promise<number> {
  const all = [
    ...KINDS.map((kind) => dueAfter(now, kind, read<WallTime>)),
    ...PERIODS.map((kind) => duePeriods(now, kind, read<GivenPeriod>)),
  ];
  let count = 0;
  for (const pages of all) for await (const page of pages) count += page.length;
  return count;
}
