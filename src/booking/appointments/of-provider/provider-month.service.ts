import { Injectable } from '@nestjs/common';
import { ProviderZones } from '../../../business/providers/provider-zones.queries';
import { Clock } from '../../../platform/clock';
import { datesOfMonth, intervalOfDates, monthOf } from '../../../platform/time/dates';
import type { AppointmentRow } from '../appointment-row';
import { ProviderMonthQueries } from './provider-month.queries';

export interface ProviderMonth {
  /** `YYYY-MM` */
  readonly month: string;
  readonly timeZone: string;
  readonly appointments: readonly AppointmentRow[];
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
   * @param hasKey false: the occupying appointments of an active provider alone
   * @throws NotFoundError
   */
  async get(providerId: number, month: string | undefined, hasKey: boolean): Promise<ProviderMonth> {
    const now = this.clock.now();
    const timeZone = await (hasKey ? this.zones.get(providerId) : this.zones.getOfActive(providerId));
    const shown = month ?? monthOf(now, timeZone);
    const interval = intervalOfDates(datesOfMonth(shown), timeZone);
    const appointments = await this.queries.appointments(providerId, interval, hasKey);
    return { month: shown, timeZone, appointments };
  }
}
