import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { ImportSources, keyOfId } from '../import-sources';
import { isOutcome } from '../outcome';
import { TimeOffRows } from '../rows/time-off-rows';
import type { EasyRun } from './easy-run';
import { calledAs, EasyTaking, LOST } from './easy-taking';
import type { MappedRow } from '../../../../importers/easy-appointments/src/mapped-row';
import { closureOf } from '../../../../importers/easy-appointments/src/times';
import type { EasyRow } from '../../../../importers/easy-appointments/src/row';
import { ClosureRows } from './rows/closure-rows';

/**
 * Takes the periods in which the business is closed. Easy!Appointments reads them on the clock of each provider. Here a closure is the same
 * time for all, so where the clocks differ, such a period is time off of each provider.
 */
@Injectable()
export class EasyClosures {
  constructor(
    private readonly database: Database,
    private readonly taking: EasyTaking,
    private readonly sources: ImportSources,
    private readonly closures: ClosureRows,
    private readonly timeOff: TimeOffRows,
  ) {}

  async take(run: EasyRun, rows: readonly EasyRow[]): Promise<void> {
    const known = await this.known(run, rows);
    const isOne = (row: EasyRow) => known.has(keyOfId(String(row.id))) || isSameFor(run, row);
    const [zone = run.clocks.business] = run.clocks.zones.values();
    await this.taking.take(run, this.closures, 'blocked period', rows.filter(isOne), (row) =>
      closureOf(row, zone),
    );
    for (const row of rows.filter((each) => !isOne(each))) await this.takeForEach(run, row);
  }

  /** Those that a run before has made closures. */
  private known({ job }: EasyRun, rows: readonly EasyRow[]): Promise<ReadonlyMap<string, number>> {
    const keys = rows.map(({ id }) => keyOfId(String(id)));
    return this.database.transaction(job.context, (tx) =>
      this.sources.find(tx, job.source, this.closures.kind, keys),
    );
  }

  private async takeForEach(run: EasyRun, row: EasyRow): Promise<void> {
    const theirs = [...run.clocks.zones.keys()].map(String);
    const here = [...(await this.taking.idsOf(run.job, 'providers', theirs)).keys()];
    const what = (providerId: string) => `provider ${providerId} in blocked period`;
    const mapped = here.map((providerId): MappedRow => {
      const period = closureOf(row, run.clocks.zoneOf(providerId));
      if (isOutcome(period)) return period;
      const own = { sourceId: `blocked-${row.id}:${providerId}`, body: { ...period.body, providerId } };
      return calledAs(`${what(providerId)} ${row.id}`, own);
    });
    const outcomes = await this.taking.write(run.job, this.timeOff, mapped);
    for (const [i, providerId] of here.entries())
      await run.report.add({ what: what(providerId), row }, outcomes[i] ?? LOST);
  }
}

/** Whether a period is the same time on the clocks of all providers. What is no time at all is refused once. */
function isSameFor({ clocks }: EasyRun, row: EasyRow): boolean {
  const zones = new Set(clocks.zones.values());
  const times = [...zones].map((zone) => {
    const period = closureOf(row, zone);
    return isOutcome(period) ? '' : `${String(period.body['start'])} ${String(period.body['end'])}`;
  });
  return new Set(times).size <= 1;
}
