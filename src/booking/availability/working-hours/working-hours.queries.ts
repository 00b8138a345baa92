import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { NotFoundError } from '../../../platform/errors/errors';
import { localDateOf } from '../../../platform/time/zones/wall-clock';
import { type DateRange, datesOf, loadedDates } from '../date-range';
import { withZoneMarginOfDates } from '../../diary/snapshot/snapshot';
import {
  CalendarMapper,
  type ProviderCalendarRow,
  type SharedRows,
} from '../../diary/snapshot/snapshot-rows';
import { DATES, HOURS_OF_PROVIDERS, PLACES, SHARED } from '../../diary/snapshot/snapshot-parts.statements';
import { type HoursSource, type WorkingDay, workingDays } from './working-days';

const SNAPSHOT = {
  name: 'working-hours.snapshot',
  isShort: true,
  text: `
    with target as (
      select p.id, u.active, p.timezone, p.schedule::text as schedule, p.has_classes
      from providers p join users u on u.id = p.id where p.id = $1
    ),
    loaded as (select $2::timestamptz as since, $3::timestamptz as until),
    ${DATES}
    select ${SHARED},
      ${PLACES} as places,
      ${HOURS_OF_PROVIDERS} as providers`,
};

interface SnapshotRow extends Omit<SharedRows, 'resources'> {
  readonly providers: readonly [ProviderCalendarRow] | null;
}

/** The dates of a range, in order. */
export interface WorkingHours {
  readonly days: readonly WorkingDay[];
  readonly timeZone: string;
}

/** Reads what a provider works on each date of a range. */
@Injectable()
export class WorkingHoursQueries {
  private readonly calendars: CalendarMapper;

  constructor(
    @Inject(Config) config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.calendars = new CalendarMapper(config.businessTimeZone);
  }

  /** @throws NotFoundError, ValidationError for a range that is wrong or too long */
  async get(providerId: number, range: DateRange): Promise<WorkingHours> {
    const now = this.clock.now();
    const loaded = loadedDates(range, now);
    const { start, end } = withZoneMarginOfDates(loaded.first, loaded.last);
    const values = [providerId, new Date(start), new Date(end)];
    const row = await this.database.one<SnapshotRow>(SNAPSHOT, values);
    const [provider] = row.providers ?? [];
    const [calendar] = this.calendars.calendarsOf(row.providers ?? [], row);
    if (provider === undefined || calendar === undefined) throw new NotFoundError('provider');
    const dates = datesOf(range, localDateOf(now, calendar.timeZone));
    return { days: workingDays(calendar, dates, sourcesOf(provider, row)), timeZone: calendar.timeZone };
  }
}

function sourcesOf(
  { id, schedule }: ProviderCalendarRow,
  { specialDays }: Pick<SharedRows, 'specialDays'>,
): (day: number) => HoursSource {
  const isSpecial = (whose: number | null, day: number) =>
    (specialDays ?? []).some(([owner, date, , place]) => owner === whose && date === day && place === null);
  return (day) => {
    if (isSpecial(id, day)) return 'special_hours';
    if (isSpecial(null, day)) return 'business_special_hours';
    return schedule === null ? 'business_hours' : 'schedule';
  };
}
