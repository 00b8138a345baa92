import { Inject, Injectable } from '@nestjs/common';
import { parseEndTime, parseTime } from '../../platform/time/local-date';
import type { LocalStretch } from '../../platform/time/local-stretch';
import { WEEKDAYS } from '../../platform/time/weekdays';
import { present } from '../../platform/values/present';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { Database, type Statement } from '../../platform/database/database';
import type { Warned } from '../../platform/http/envelope/warnings';
import { assertPreconditions } from '../../platform/http/preconditions';
import { CutHours } from '../hours-at-places/cut-hours';
import { BusinessHours } from './business-hours.entity';
import { lockBusinessHours, ONLY_ROW } from './business-hours-lock';
import { type BusinessHoursWrite, toBusinessHoursResponse } from './dto/business-hours.dto';

interface WidenedWindow extends LocalStretch {
  readonly startBefore: number;
  readonly endBefore: number;
}

const FIRST = 'least(b.work_start_min, $1::int)';
const LAST = 'greatest(b.work_end_min, $2::int)';
/** Locks the row only where it widens it. The conditions are on `b`, so a window that was set meanwhile stays; `before` is as it was before. */
const WIDEN: Statement = {
  name: 'business-hours.widen',
  text: `
    update business_hours b set work_start_min = ${FIRST}, work_end_min = ${LAST}, default_window = int4range(${FIRST}, ${LAST})
    from business_hours before
    where b.id = before.id and b.default_window = int4range(b.work_start_min, b.work_end_min)
      and (b.work_start_min, b.work_end_min) <> (${FIRST}, ${LAST})
    returning b.work_start_min as "startMin", b.work_end_min as "endMin",
      before.work_start_min as "startBefore", before.work_end_min as "endBefore"`,
};

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
      defaultWindow: null,
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

  /** Widens the window over a stretch, unless it was set. @returns the window before and after; undefined: it stays as it is */
  async widen(
    context: WriteContext,
    { startMin, endMin }: LocalStretch,
  ): Promise<{ readonly before: LocalStretch; readonly after: LocalStretch } | undefined> {
    const [widened] = await this.database.transaction(context, (tx) =>
      this.database.rows<WidenedWindow>(WIDEN, [startMin, endMin], tx),
    );
    if (widened === undefined) return undefined;
    const { startBefore, endBefore, ...after } = widened;
    return { before: { startMin: startBefore, endMin: endBefore }, after };
  }
}
