import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import type { Interval } from '../../platform/time/interval';
import type { ProviderCalendar } from '../engine';
import { withZoneMargin } from '../diary/snapshot/snapshot';
import { CalendarMapper, type ProviderCalendarRow, type SharedRows } from '../diary/snapshot/snapshot-rows';
import type { ResourceRow } from '../diary/snapshot/taken-rows';
import type { BusinessDay } from './business-days';
import type { Grouping, Tally } from './utilisation';
import { PROVIDER_HOURS, RESOURCE_HOURS, TALLIES } from './utilisation.statements';

type Shared = Omit<SharedRows, 'resources'>;

interface ProviderHours extends Shared {
  readonly providers: readonly ProviderCalendarRow[] | null;
}

interface ResourceHours extends Shared {
  readonly resources: readonly Pick<ResourceRow, 'id' | 'locationId' | 'timeOff'>[] | null;
}

/** When a resource can be used, as a calendar of the business's hours. */
export interface UsableResource {
  readonly id: number;
  readonly locationId: number | null;
  readonly calendar: ProviderCalendar;
}

/** The id of no provider: special hours of a provider are not those of a resource. */
const NO_PROVIDER = 0;

/** Reads what a report is made of: the tallies with one statement, the hours with another. */
@Injectable()
export class UtilisationQueries {
  private readonly calendars: CalendarMapper;

  constructor(
    @Inject(Config) config: Config,
    private readonly database: Database,
  ) {
    this.calendars = new CalendarMapper(config.businessTimeZone);
  }

  /** @param days of the range */
  tallies(by: Grouping, { start, end }: Interval, days: readonly BusinessDay[]): Promise<Tally[]> {
    const range = [new Date(start), new Date(end)];
    const bounds = [...days.map((day) => new Date(day.start)), new Date(end)];
    return this.database.rows(TALLIES[by], by === 'weekday' ? [...range, bounds] : range);
  }

  /** Of the active ones, and of those with appointments in the range. */
  async providers(range: Interval): Promise<readonly ProviderCalendar[]> {
    const within = withZoneMargin(range);
    const values = [within.start, within.end, range.start, range.end].map((instant) => new Date(instant));
    const row = await this.database.one<ProviderHours>(PROVIDER_HOURS, values);
    return this.calendars.calendarsOf(row.providers ?? [], row);
  }

  async resources(range: Interval): Promise<readonly UsableResource[]> {
    const { start, end } = withZoneMargin(range);
    const row = await this.database.one<ResourceHours>(RESOURCE_HOURS, [new Date(start), new Date(end)]);
    const all = row.resources ?? [];
    const calendars = this.calendars.calendarsOf(all.map(asProvider), row);
    return all.flatMap(({ id, locationId }, nth) => {
      const calendar = calendars[nth];
      return calendar === undefined ? [] : [{ id, locationId, calendar }];
    });
  }
}

/** A resource has no hours of its own: it can be used in those of the business. */
function asProvider({ timeOff }: Pick<ResourceRow, 'timeOff'>): ProviderCalendarRow {
  return {
    ...{ id: NO_PROVIDER, active: true, offers: false, timezone: null, schedule: null },
    ...{ timeOff, busyElsewhere: null, sessions: null },
  };
}
