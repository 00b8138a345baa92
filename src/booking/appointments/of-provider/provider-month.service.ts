import { Injectable } from '@nestjs/common';
import { ProviderZones } from '../../../business/providers/provider-zones.queries';
import { isInScope } from '../../../people/api-keys/scopes';
import { Clock } from '../../../platform/clock';
import { datesOfMonth, intervalOfDates, monthOf } from '../../../platform/time/dates';
import type { Caller } from '../../../platform/http/identity';
import { NotFoundError } from '../../../platform/errors/errors';
import { reachOf } from '../../../platform/restrictions';
import { reachesProvider } from '../../reach';
import type { ToldAppointment } from '../../diary/rows/appointment-row';
import { type BusyRow, ProviderMonthQueries } from './provider-month.queries';

export interface ProviderMonth {
  /** `YYYY-MM` */
  readonly month: string;
  readonly timeZone: string;
  /** Left out: only when the provider is busy is shown. */
  readonly appointments?: readonly ToldAppointment[];
  readonly busy?: readonly BusyRow[];
}

@Injectable()
export class ProviderMonthService {
  constructor(
    private readonly zones: ProviderZones,
    private readonly queries: ProviderMonthQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * The appointments that start in a month.
   * @param month `YYYY-MM`; undefined: the current month in the provider's zone
   * @param caller undefined, or without the scope to read appointments: when an active provider is busy, alone
   * @throws NotFoundError, AnswerTooLargeError
   */
  async get(providerId: number, month: string | undefined, caller?: Caller): Promise<ProviderMonth> {
    const reach = reachOf(caller);
    if (!reachesProvider(reach, providerId)) throw new NotFoundError('provider');
    const isWhole = caller !== undefined && isInScope(caller, 'appointments:read');
    const now = this.clock.now();
    const timeZone = await (isWhole ? this.zones.get(providerId) : this.zones.getOfActive(providerId));
    const shown = month ?? monthOf(now, timeZone);
    const interval = intervalOfDates(datesOfMonth(shown), timeZone);
    const found = isWhole
      ? { appointments: await this.queries.whole(providerId, interval, reach) }
      : { busy: await this.queries.busy(providerId, interval, reach) };
    return { month: shown, timeZone, ...found };
  }
}
