import { Injectable } from '@nestjs/common';
import { isJsonObject } from '../../../platform/values/json-object';
import { ImportedHours } from '../imported-hours';
import { refused } from '../outcome';
import { ProviderRows } from './rows/provider-rows';
import { SpecialDayRows } from './rows/special-day-rows';
import type { EasyRun } from './easy-run';
import { calledAs, EasyTaking, LOST } from './easy-taking';
import { specialDaysOf } from '../../../../importers/easy-appointments/src/exceptions';
import { providerOf, serviceIdsIn } from '../../../../importers/easy-appointments/src/people';
import type { EasyRow } from '../../../../importers/easy-appointments/src/row';

/** Takes providers with their working plans, and then the exceptions of those plans. */
@Injectable()
export class EasyProviders {
  constructor(
    private readonly taking: EasyTaking,
    private readonly providers: ProviderRows,
    private readonly specialDays: SpecialDayRows,
    private readonly hours: ImportedHours,
  ) {}

  async take(run: EasyRun, rows: readonly EasyRow[]): Promise<void> {
    const services = await this.taking.idsOf(run.job, 'services', rows.flatMap(serviceIdsIn));
    const zones = rows.map((row) => this.learnClock(run, row));
    const outcomes = await this.taking.take(run, this.providers, 'provider', rows, (row) => {
      const serviceIds = serviceIdsIn(row).flatMap((id) => services.get(id) ?? []);
      return providerOf(row, serviceIds, zones[rows.indexOf(row)] ?? run.clocks.business);
    });
    for (const [i, row] of rows.entries())
      if (outcomes[i]?.is !== 'refused') await this.takeSpecialDays(run, row);
    run.providerIds.push(...outcomes.flatMap((outcome) => (outcome.is === 'refused' ? [] : [outcome.id])));
  }

  /** Once all are here. */
  async end(run: EasyRun): Promise<void> {
    this.sayClocks(run);
    await this.hours.cover(run.job, run.providerIds);
  }

  /** Says which clocks the times are read on: the answers name no offset, and a wrong one moves every appointment. */
  private sayClocks({ clocks, watch }: EasyRun): void {
    const zones = [...clocks.counts].map(([zone, count]) => `${zone} (${count})`);
    if (zones.length > 0) watch.say(`Times are read on the clocks of the providers: ${zones.join(', ')}.`);
  }

  private learnClock({ clocks, watch }: EasyRun, row: EasyRow): string {
    const { zone, isKnown } = clocks.learn(row.id, row);
    if (!isKnown)
      watch.say(`Provider ${row.id} has no time zone there: times are read on the clock of ${zone}.`);
    return zone;
  }

  private async takeSpecialDays(run: EasyRun, row: EasyRow): Promise<void> {
    const { settings } = row;
    const { days, faults } = specialDaysOf(
      isJsonObject(settings) ? settings['workingPlanExceptions'] : undefined,
    );
    const given = [...days];
    const mapped = given.map(([date, hours]) => {
      const body = { providerId: String(row.id), date, hours };
      return calledAs(`exception of ${date} of provider ${row.id}`, { sourceId: `${row.id}:${date}`, body });
    });
    const outcomes = await this.taking.write(run.job, this.specialDays, mapped);
    for (const [i, [date, hours]] of given.entries()) {
      await run.report.add(
        { what: `exception of ${date} of provider`, row: { id: row.id, date, hours } },
        outcomes[i] ?? LOST,
      );
    }
    for (const fault of faults)
      await run.report.add({ what: 'exceptions of provider', row: { id: row.id } }, refused(fault));
  }
}
