import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { SourceRow } from '../imported-row';
import { isOpen, type Outcome, refused } from '../outcome';
import { AppointmentRows } from '../rows/appointment-rows';
import { TakenTimes, type WantedTime } from './taken-times.queries';
import type { EasyRun } from './easy-run';
import { EasyTaking } from './easy-taking';
import type { MappedRow } from './mapping/mapped-row';
import { appointmentOf } from './mapping/times';
import type { EasyRow } from './reading/easy-row';

/** Easy!Appointments lets appointments of one provider overlap; here they are refused. */
const OVERLAPS = 'slot_taken';

/** Takes appointments, and says of those that overlap another which one it is. */
@Injectable()
export class EasyAppointments {
  constructor(
    private readonly database: Database,
    private readonly taking: EasyTaking,
    private readonly appointments: AppointmentRows,
    private readonly taken: TakenTimes,
  ) {}

  async take(run: EasyRun, rows: readonly EasyRow[]): Promise<void> {
    const mapped = rows.map((row) => appointmentOf(row, run.clocks, run.statuses));
    const outcomes = await this.taking.write(run.job, this.appointments, mapped);
    const explained = await this.explain(run, mapped, outcomes);
    for (const [i, row] of rows.entries())
      await run.report.add({ what: 'appointment', row }, explained[i] ?? refused('was lost'));
  }

  private async explain(
    { job }: EasyRun,
    mapped: readonly MappedRow[],
    outcomes: readonly Outcome[],
  ): Promise<readonly Outcome[]> {
    const overlapping = mapped.flatMap((row, position) =>
      isOpen<SourceRow>(row) && isOverlap(outcomes[position]) ? [{ position, ...timeIn(row) }] : [],
    );
    if (overlapping.length === 0) return outcomes;
    const theirs = overlapping.map(({ providerId }) => providerId);
    const providers = await this.taking.idsOf(job, 'providers', theirs);
    const times = overlapping.map(({ providerId, start, end }): WantedTime => {
      return { providerId: providers.get(providerId) ?? 0, start, end };
    });
    const found = await this.database.transaction(job.context, (tx) => this.taken.find(tx, times));
    const names = new Map(overlapping.map(({ position }, i) => [position, found[i]]));
    return outcomes.map((outcome, position) => {
      const name = names.get(position);
      return name === undefined ? outcome : refused(`${OVERLAPS}: overlaps ${name}`);
    });
  }
}

function timeIn({ body }: SourceRow) {
  return { providerId: String(body['providerId']), start: String(body['start']), end: String(body['end']) };
}

function isOverlap(outcome: Outcome | undefined): boolean {
  return outcome?.is === 'refused' && outcome.reason === OVERLAPS;
}
