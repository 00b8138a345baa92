import type { DataSource } from 'typeorm';
import type { Clock } from '../../platform/clock';
import { reasonOf } from '../../platform/database/sqlstate';
import { type BookedAppointment, dueAfter } from '../zone-review/due-appointments';
import { type Finding, findingsOf } from './finding';

/** After an update of the zone rules, an appointment may start at another wall clock than its customer expects. */
export async function checkWallClocks(dataSource: DataSource, clock: Clock): Promise<Finding> {
  const { ok, warning } = findingsOf('wall clocks');
  try {
    const due = await dueAfter(clock.now(), ({ text }, values) =>
      dataSource.query<BookedAppointment[]>(text, values),
    );
    if (due.length === 0) return ok('each appointment to come has the wall clock at which it was booked');
    return warning(
      `${due.length} appointments to come have another wall clock than that at which they were booked: \`zones review\` lists them`,
    );
  } catch (error) {
    return warning(`cannot be read: ${reasonOf(error)}`);
  }
}
