import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { parseEndTime, parseTime } from '../../platform/time/local-date';
import { WEEKDAYS } from '../../platform/time/weekdays';
import { present } from '../../platform/present';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import { assertPreconditions } from '../../platform/database/preconditions';
import { BusinessHours } from './business-hours.entity';
import type { BusinessHoursWrite } from './dto/business-hours-write.dto';
import { toBusinessHoursResponse } from './dto/business-hours.response';

/** The only row. */
const ID = 1;

/** Reads and writes the hours of the business. No other service writes them. Availability reads them for each answer. */
@Injectable()
export class BusinessHoursService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
  ) {}

  get(): Promise<BusinessHours> {
    return this.database.manager.findOneByOrFail(BusinessHours, { id: ID });
  }

  /** Sets the window, and the weekdays where they are given. @throws PreconditionFailedError */
  replace(context: WriteContext, { workStart, workEnd, days }: BusinessHoursWrite): Promise<BusinessHours> {
    const change = present({
      workStartMin: parseTime(workStart),
      workEndMin: parseEndTime(workEnd),
      days: days && WEEKDAYS.filter((day) => days.includes(day)),
    });
    return this.database.transaction(context, async (tx) => {
      await assertPreconditions(context, async () =>
        toBusinessHoursResponse(await lock(tx), this.config.businessTimeZone),
      );
      await tx.update(BusinessHours, { id: ID }, change);
      return tx.findOneByOrFail(BusinessHours, { id: ID });
    });
  }
}

/** Locks the hours until the transaction ends. */
function lock(tx: EntityManager): Promise<BusinessHours> {
  return tx.findOneOrFail(BusinessHours, { where: { id: ID }, lock: { mode: 'for_no_key_update' } });
}
