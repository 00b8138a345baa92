import { Inject, Injectable } from '@nestjs/common';
import { type AppointmentRow, SELECT_APPOINTMENTS } from '../../booking/appointments/appointment-row';
import type { BusinessHours, Interval, ScheduleEntry } from '../../booking/availability/engine';
import { NotFoundError } from '../../platform/errors/errors';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';

const ZONE = { name: 'provider-calendar.zone', text: 'select timezone from providers where id = $1' };
const PATTERN = {
  name: 'provider-calendar.pattern',
  text: `select p.timezone, p.schedule,
           json_build_object('startMin', b.work_start_min, 'endMin', b.work_end_min, 'days', b.days) as business
         from providers p cross join business_hours b where p.id = $1`,
};
/** Whether all of them are wanted, or those alone that occupy the provider's time. */
const APPOINTMENTS = {
  name: 'provider-calendar.appointments',
  text: `${SELECT_APPOINTMENTS}
         where a.provider_id = $1 and a.start_at >= $2 and a.start_at < $3
           and ($4 or a.status in ('pending', 'confirmed', 'completed'))
         order by a.start_at, a.id`,
};

/** What a provider's week is made of. */
export interface WeeklyPattern {
  /** Null: the business's hours. */
  readonly schedule: readonly ScheduleEntry[] | null;
  readonly business: BusinessHours;
  readonly timeZone: string;
}

type PatternRow = Omit<WeeklyPattern, 'timeZone'> & ZoneRow;

interface ZoneRow {
  readonly timezone: string | null;
}

/** Reads what a provider's calendar is made of. */
@Injectable()
export class ProviderCalendarQueries {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** The zone whose clock the provider lives by. @throws NotFoundError */
  async getZone(providerId: number): Promise<string> {
    const [row] = await this.database.rows<ZoneRow>(ZONE, [providerId]);
    return this.zoneOf(found(row));
  }

  /** @throws NotFoundError */
  async getPattern(providerId: number): Promise<WeeklyPattern> {
    const [row] = await this.database.rows<PatternRow>(PATTERN, [providerId]);
    const { schedule, business, timezone } = found(row);
    return { schedule, business, timeZone: this.zoneOf({ timezone }) };
  }

  /** The appointments that start in an interval, in time order. */
  appointments(
    providerId: number,
    { start, end }: Interval,
    ofEveryStatus: boolean,
  ): Promise<AppointmentRow[]> {
    const values = [providerId, new Date(start), new Date(end), ofEveryStatus];
    return this.database.rows<AppointmentRow>(APPOINTMENTS, values);
  }

  private zoneOf({ timezone }: ZoneRow): string {
    return timezone ?? this.config.businessTimeZone;
  }
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new NotFoundError('provider');
  return row;
}
