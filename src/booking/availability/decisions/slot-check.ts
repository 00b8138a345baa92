import { Injectable } from '@nestjs/common';
import { type AppointmentTime, AvailabilityQueries } from '../availability.queries';
import { AvailabilityService } from '../availability.service';
import type { Booking } from './decision';
import type { Verdict } from '../engine';
import type { ListedSlot } from '../search/listed-slot';
import { readQuestion, type TimeText } from '../question';
import { ALTERNATIVES, SlotSearch } from '../search/slot-search';

/** A time to check, as a body gives it. */
export interface SlotCheckRequest extends Booking, TimeText {
  readonly ignoreSchedule?: boolean | undefined;
}

/** Whether the time can be booked; if not, the overlapping appointments and other slots. */
export interface CheckedSlot {
  readonly verdict: Verdict;
  readonly conflicts: readonly AppointmentTime[];
  readonly alternatives: readonly ListedSlot[];
  /** Set when the search for alternatives stopped before the horizon. RFC 3339. */
  readonly searchedUntil?: string | undefined;
  readonly timeZone: string;
}

/** Checks whether one time can be booked, by the same rules as a booking, without booking it. */
@Injectable()
export class SlotCheck {
  constructor(
    private readonly availability: AvailabilityService,
    private readonly search: SlotSearch,
    private readonly queries: AvailabilityQueries,
  ) {}

  /**
   * @param isGone whether the client has closed the connection: the search for alternatives stops then
   * @throws ValidationError for ids that name nothing, or a time that cannot be read
   */
  async check(asked: SlotCheckRequest, isGone?: () => boolean): Promise<CheckedSlot> {
    const { serviceId, providerId, excludeAppointmentId, seats, locationId, resourceIds, ignoreSchedule } =
      asked;
    const wish = { seats, locationId, resourceIds };
    const question = { ...readQuestion(asked), excludeAppointmentId, ignoreSchedule };
    const { verdict, timeZone } = await this.availability.decide(
      { serviceId, providerId, ...wish },
      question,
    );
    if (verdict.bookable) return { verdict, timeZone, conflicts: [], alternatives: [] };
    const from = question.start;
    const [conflicts, { slots: alternatives, searchedUntil }] = await Promise.all([
      this.conflicts(verdict.conflicts.flatMap(({ appointmentId }) => appointmentId ?? [])),
      this.search.findAfter({
        serviceId,
        providerId,
        from,
        limit: ALTERNATIVES,
        excludeAppointmentId,
        ...wish,
        isGone,
      }),
    ]);
    return { verdict, timeZone, conflicts, alternatives, searchedUntil };
  }

  private async conflicts(appointmentIds: readonly number[]): Promise<readonly AppointmentTime[]> {
    return appointmentIds.length === 0 ? [] : this.queries.times(appointmentIds);
  }
}
