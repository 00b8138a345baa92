import { Inject, Injectable } from '@nestjs/common';
import { parseEndTime, parseTime } from '../../platform/time/local-date';
import { WEEKDAYS } from '../../platform/time/weekdays';
import { present } from '../../platform/values/present';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import type { Warned } from '../../platform/http/envelope/warnings';
import { assertPreconditions } from '../../platform/http/preconditions';
import { CutHours } from '../hours-at-places/cut-hours';
import { BusinessHours } from './business-hours.entity';
import { lockBusinessHours, ONLY_ROW } from './business-hours-lock';
import { type BusinessHoursWrite, toBusinessHoursResponse } from './dto/business-hours.dto';

/** Reads and writes the hours of the business. No other service writes them. Availability reads them for each answer. */
@Injectable()
export class BusinessHoursService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly cutHours: CutHours,
  ) {}

  get(): Promise<BusinessHours> {
    return this.database.manager.findOneByOrFail(BusinessHours, { id: ONLY_ROW });
  }

  /** Sets the window, and the weekdays where they are given. @throws PreconditionFailedError */
  replace(
    context: WriteContext,
    { workStart, workEnd, days }: BusinessHoursWrite,
  ): Promise<BusinessHours & Warned> {
    const change = present({
      workStartMin: parseTime(workStart),
      workEndMin: parseEndTime(workEnd),
      days: days && WEEKDAYS.filter((day) => days.includes(day)),
    });
    return this.database.transaction(context, async (tx) => {
      await assertPreconditions(context, async () =>
        toBusinessHoursResponse(await lockBusinessHours(tx), this.config.businessTimeZone),
      );
      await tx.update(BusinessHours, { id: ONLY_ROW }, change);
      const cut = await this.cutHours.find(tx);
      const hours = await tx.findOneByOrFail(BusinessHours, { id: ONLY_ROW });
      return Object.assign(hours, { warnings: cut.map(({ warning }) => warning) });
    });
  }
}
