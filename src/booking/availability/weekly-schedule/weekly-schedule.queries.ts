import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { NotFoundError } from '../../../platform/errors/errors';
import { Clock } from '../../../platform/clock';
import { getDay } from '../../../platform/time/local-date';
import { localDayOf } from '../../../platform/time/zones/wall-clock';
import { PLACES } from '../../diary/snapshot/snapshot-parts.statements';
import type { PlaceRow } from '../../diary/snapshot/weekly-hours-cache';
import type { BusinessHours, ScheduleEntry } from '../../engine';

const PATTERN = {
  name: 'weekly-schedule.pattern',
  isShort: true,
  text: `select p.timezone, p.schedule,
           json_build_object('startMin', b.work_start_min, 'endMin', b.work_end_min, 'days', b.days) as business,
           case when p.schedule @? '$[*].locationId' then ${PLACES} end as places
         from providers p join users u on u.id = p.id cross join business_hours b
         where p.id = $1 and (u.active or $2)`,
};

/** A provider's schedule in a week, and the business's hours, which bound it. */
export interface WeeklyPattern {
  /** Null: the provider works the business's hours. */
  readonly schedule: readonly ScheduleEntry[] | null;
  readonly business: BusinessHours;
  /** The hours of the places that have some of their own; null: the schedule names no place, or none has. */
  readonly places: readonly PlaceRow[] | null;
  readonly timeZone: string;
  /** A day of the week, since 1970-01-01. */
  readonly day: number;
}

type PatternRow = Omit<WeeklyPattern, 'timeZone' | 'day'> & { readonly timezone: string | null };

@Injectable()
export class WeeklyScheduleQueries {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @param date any date of the week; undefined: today on the provider's calendar
   * @param hasKey without a key, a deactivated provider is not found
   * @throws NotFoundError
   */
  async getPattern(providerId: number, date: string | undefined, hasKey: boolean): Promise<WeeklyPattern> {
    const [row] = await this.database.rows<PatternRow>(PATTERN, [providerId, hasKey]);
    if (row === undefined) throw new NotFoundError('provider');
    const { schedule, business, places, timezone } = row;
    const timeZone = timezone ?? this.config.businessTimeZone;
    const day = date === undefined ? localDayOf(this.clock.now(), timeZone) : getDay(date);
    return { schedule, business, places, timeZone, day };
  }
}
