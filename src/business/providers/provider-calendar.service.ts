import { Injectable } from '@nestjs/common';
import type { AppointmentRow } from '../../booking/appointments/appointment-row';
import { datesOfMonth } from '../../booking/availability/date-range';
import { dayBounds, localDateOf } from '../../booking/availability/engine';
import { Clock } from '../../platform/clock';
import { ProviderCalendarQueries } from './provider-calendar.queries';
import { type ScheduleDay, weekOf } from './weekly-schedule';

/** A month on a provider's calendar. */
export interface ProviderMonth {
  /** `YYYY-MM` */
  readonly month: string;
  readonly timeZone: string;
  readonly appointments: readonly AppointmentRow[];
}

/** Shows when a provider works, and when it is booked. */
@Injectable()
export class ProviderCalendarService {
  constructor(
    private readonly queries: ProviderCalendarQueries,
    private readonly clock: Clock,
  ) {}

  /** Seven days, Monday first. @throws NotFoundError */
  async week(providerId: number): Promise<{ timeZone: string; days: readonly ScheduleDay[] }> {
    const { schedule, business, timeZone } = await this.queries.getPattern(providerId);
    return { timeZone, days: weekOf(schedule, business) };
  }

  /**
   * The appointments that start in a month; the current one when it is left out.
   * @param ofEveryStatus else only those that occupy the provider's time
   * @throws NotFoundError
   */
  async month(providerId: number, asked: string | undefined, ofEveryStatus: boolean): Promise<ProviderMonth> {
    const now = this.clock.now();
    const timeZone = await this.queries.getZone(providerId);
    const month = asked ?? localDateOf(now, timeZone).slice(0, 'YYYY-MM'.length);
    const { first, last } = datesOfMonth(month);
    const within = { start: dayBounds(first, timeZone).start, end: dayBounds(last, timeZone).end };
    const appointments = await this.queries.appointments(providerId, within, ofEveryStatus);
    return { month, timeZone, appointments };
  }
}
