import { Injectable } from '@nestjs/common';
import { parseEndTime, parseTime, WEEKDAYS } from '../availability/engine';
import { present } from '../common/present';
import type { Act } from '../database/act';
import { Database } from '../database/database';
import { BusinessHours } from './business-hours.entity';
import type { BusinessHoursWrite } from './dto/business-hours-write.dto';

/** The only row. */
const ID = 1;

/** Writes the hours of the business; the only one who does. Availability reads them afresh for each answer. */
@Injectable()
export class BusinessHoursService {
  constructor(private readonly database: Database) {}

  get(): Promise<BusinessHours> {
    return this.database.manager.findOneByOrFail(BusinessHours, { id: ID });
  }

  /** Sets the window, and the weekdays where they are given. */
  replace(act: Act, { workStart, workEnd, days }: BusinessHoursWrite): Promise<BusinessHours> {
    const change = present({
      workStartMin: parseTime(workStart),
      workEndMin: parseEndTime(workEnd),
      days: days && WEEKDAYS.filter((day) => days.includes(day)),
    });
    return this.database.transaction(act, async (tx) => {
      await tx.update(BusinessHours, { id: ID }, change);
      return tx.findOneByOrFail(BusinessHours, { id: ID });
    });
  }
}
