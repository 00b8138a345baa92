import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config';
import { Database } from '../../../platform/database/database';
import { NotFoundError } from '../../../platform/errors/errors';
import type { BusinessHours, ScheduleEntry } from '../engine';

const PATTERN = {
  name: 'weekly-schedule.pattern',
  isShort: true,
  text: `select p.timezone, p.schedule,
           json_build_object('startMin', b.work_start_min, 'endMin', b.work_end_min, 'days', b.days) as business
         from providers p join users u on u.id = p.id cross join business_hours b
         where p.id = $1 and (u.active or $2)`,
};

/** A provider's schedule and the business's hours, which bound it. */
export interface WeeklyPattern {
  /** Null: the provider works the business's hours. */
  readonly schedule: readonly ScheduleEntry[] | null;
  readonly business: BusinessHours;
  readonly timeZone: string;
}

type PatternRow = Omit<WeeklyPattern, 'timeZone'> & { readonly timezone: string | null };

/** Reads the weekly patterns of providers. */
@Injectable()
export class WeeklyScheduleQueries {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** @param hasKey without a key, a deactivated provider is not found @throws NotFoundError */
  async getPattern(providerId: number, hasKey: boolean): Promise<WeeklyPattern> {
    const [row] = await this.database.rows<PatternRow>(PATTERN, [providerId, hasKey]);
    if (row === undefined) throw new NotFoundError('provider');
    const { schedule, business, timezone } = row;
    return { schedule, business, timeZone: timezone ?? this.config.businessTimeZone };
  }
}
