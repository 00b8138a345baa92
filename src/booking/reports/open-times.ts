import { Injectable } from '@nestjs/common';
import type { Interval } from '../../platform/time/interval';
import { type ProviderCalendar, type WorkedDay, workedDays, type WorkInterval } from '../engine';
import { WorkMeter } from '../diary/slots/work-meter';
import type { BusinessDay } from './business-days';
import { openTimesIn } from './open-times-in';
import { addOpenTimes, type Grouping, NO_OPEN_TIME, type OpenTime } from './utilisation';
import { UtilisationQueries } from './utilisation.queries';
import { dayNumberOf } from './weekday-tallies';

/** The range of a report, and the days of the business in it. */
export interface ReportRange {
  readonly within: Interval;
  readonly days: readonly BusinessDay[];
}

/** The working time of the row with an id. Undefined where there is no such thing: of a service, and of what takes no resource. */
type OpenTimeOf = (id: number | null) => Promise<OpenTime | undefined>;

/** Adds up working time, as the engine of bookings knows it. */
@Injectable()
export class OpenTimes {
  private readonly readers: Readonly<Record<Grouping, (range: ReportRange) => Promise<OpenTimeOf>>> = {
    provider: (range) => this.ofProviders(range),
    service: () => Promise.resolve(() => Promise.resolve(undefined)),
    location: (range) => this.ofLocations(range),
    resource: (range) => this.ofResources(range),
    weekday: (range) => this.ofWeekdays(range),
  };

  constructor(private readonly queries: UtilisationQueries) {}

  /** Reads what the rows of a report need with at most one statement. */
  read(by: Grouping, range: ReportRange): Promise<OpenTimeOf> {
    return this.readers[by](range);
  }

  private async ofProviders({ within }: ReportRange): Promise<OpenTimeOf> {
    const calendars = await this.queries.providers(within);
    const byId = new Map<number | null, ProviderCalendar>(calendars.map((each) => [each.providerId, each]));
    const measure = new Measure([within]);
    return async (id) => {
      const calendar = byId.get(id);
      return calendar === undefined ? NO_OPEN_TIME : sum(await measure.of(workedDays(calendar)));
    };
  }

  /** Hours that name no place are at every place, as they are for bookings. What is booked without a place is in them alone. */
  private async ofLocations({ within }: ReportRange): Promise<OpenTimeOf> {
    const calendars = await this.queries.providers(within);
    const measure = new Measure([within]);
    return async (id) => {
      const counts = id === null ? namesNoPlace : undefined;
      const times: OpenTime[] = [];
      for (const each of calendars)
        times.push(...(await measure.of(workedDays(each, id ?? undefined), counts)));
      return sum(times);
    };
  }

  private async ofResources({ within }: ReportRange): Promise<OpenTimeOf> {
    const resources = await this.queries.resources(within);
    const measure = new Measure([within]);
    return async (id) => {
      const found = resources.find((each) => each.id === id);
      if (found === undefined) return undefined;
      return sum(await measure.of(workedDays(found.calendar, found.locationId ?? undefined)));
    };
  }

  private async ofWeekdays({ within, days }: ReportRange): Promise<OpenTimeOf> {
    const calendars = await this.queries.providers(within);
    const measure = new Measure(days);
    const byWeekday = new Map<number | null, OpenTime>();
    for (const calendar of calendars)
      for (const [nth, time] of (await measure.of(workedDays(calendar))).entries()) {
        const number = dayNumberOf(days[nth]?.weekday ?? 0);
        byWeekday.set(number, sum([byWeekday.get(number) ?? NO_OPEN_TIME, time]));
      }
    return (id) => Promise.resolve(byWeekday.get(id) ?? NO_OPEN_TIME);
  }
}

/** Measures working time in some parts of a range, and lets other requests run in between. */
class Measure {
  private readonly meter = new WorkMeter();

  constructor(private readonly parts: readonly Interval[]) {}

  async of(
    worked: (day: number) => WorkedDay,
    counts?: (hours: WorkInterval) => boolean,
  ): Promise<readonly OpenTime[]> {
    const times = openTimesIn(worked, this.parts, counts);
    await this.meter.add(UNITS);
    return times;
  }
}

/** The days of a provider take about a quarter of a millisecond. */
const UNITS = 1_000;

function namesNoPlace({ locationId }: WorkInterval): boolean {
  return locationId === undefined;
}

function sum(times: readonly OpenTime[]): OpenTime {
  return times.reduce(addOpenTimes, NO_OPEN_TIME);
}
