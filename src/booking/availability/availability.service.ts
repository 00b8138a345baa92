import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { ValidationError } from '../../platform/errors/errors';
import { Config } from '../../platform/config/config';
import { AvailabilityQueries } from './availability.queries';
import {
  type DaySlots,
  isFree,
  type ProviderCalendar,
  type Slot,
  slotsBetween,
  slotsOfAny,
  slotsOn,
  type Verdict,
  verdict,
} from './engine';
import type { Interval } from '../../platform/time/interval';
import { localDateOf } from '../../platform/time/wall-clock';
import { type DateRange, datesOf, loadedDates } from './date-range';
import type { OfferedSlot } from './offered-slot';
import { type UnresolvedQuestion, resolveQuestion, LONGEST_MS, approximateStart } from './question';
import {
  withZoneMargin,
  withZoneMarginOfDates,
  getBoth,
  getService,
  rulesOf,
  type SnapshotService,
} from './snapshot';

/** A service and a provider, as a caller names them. */
export interface Booking {
  readonly serviceId: number;
  readonly providerId: number;
}

/** Which slots are asked for. */
export interface SlotsRequest {
  readonly serviceId: number;
  readonly providerId?: number;
  readonly date: string;
  readonly anyProvider?: boolean;
  /** An appointment that is to move: its own time counts as free. */
  readonly excludeAppointmentId?: number;
}

/** The slots of a date, and what they were found out from. */
export interface DateSlots {
  readonly slots: readonly OfferedSlot[];
  readonly service: SnapshotService;
  readonly timeZone: string;
}

/** Some dates of a provider, in order, in the provider's zone. */
export interface RangeSlots {
  readonly days: readonly DaySlots[];
  readonly providerId: number;
  readonly timeZone: string;
}

/** The answer to "can this be booked", with what it was found out from. */
export interface Decision {
  readonly verdict: Verdict;
  readonly service: SnapshotService;
  readonly timeZone: string;
}

/** Answers when something can be booked: loads a snapshot, asks the engine. */
@Injectable()
export class AvailabilityService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly queries: AvailabilityQueries,
    private readonly clock: Clock,
  ) {}

  /** The slots of a date: of one provider, or of all. @throws ValidationError of an unknown service or provider, or when neither is asked for */
  slots({
    serviceId,
    providerId,
    date,
    anyProvider,
    excludeAppointmentId,
  }: SlotsRequest): Promise<DateSlots> {
    if (anyProvider === true) return this.slotsOfAny(serviceId, date, excludeAppointmentId);
    if (providerId === undefined)
      throw new ValidationError({ providerId: 'is required, unless anyProvider is true' });
    return this.slotsOfOne({ serviceId, providerId }, date, excludeAppointmentId);
  }

  /**
   * Whether a start can be booked, and why not: the one question behind the check endpoints and every write.
   * @param tx the transaction that is about to act on the answer, the provider's row locked in it
   * @throws ValidationError of an unknown service or provider, or an end that is none for the start
   */
  async decide(
    { serviceId, providerId }: Booking,
    asked: UnresolvedQuestion,
    tx?: EntityManager,
  ): Promise<Decision> {
    const now = this.clock.now();
    const start = approximateStart(asked);
    const within = withZoneMargin({ start, end: start + LONGEST_MS });
    const scope = { serviceId, providerId, within };
    const { excludeAppointmentId } = asked;
    const snapshot = await this.queries.snapshot({ ...scope, excludeAppointmentId }, tx);
    const { service, calendar } = getBoth(snapshot, providerId);
    return {
      verdict: verdict(now, rulesOf(service), calendar, resolveQuestion(asked, calendar.timeZone)),
      service,
      timeZone: calendar.timeZone,
    };
  }

  /**
   * The overlap rule alone: whether a provider's time is free but for one appointment. The service may be deleted.
   * @param busy the time with the buffers that the appointment was booked with
   */
  async isStillFree(
    { serviceId, providerId }: Booking,
    busy: Interval,
    excludeAppointmentId: number,
    tx: EntityManager,
  ): Promise<boolean> {
    const scope = { serviceId, providerId, within: withZoneMargin(busy), excludeAppointmentId };
    const { calendars } = await this.queries.snapshot(scope, tx);
    return calendars.every((calendar) => isFree(calendar.busy, busy, excludeAppointmentId));
  }

  /** Every date of a range with its slots. @throws ValidationError of an unknown service or provider, or a bad range */
  async days({ serviceId, providerId }: Booking, range: DateRange): Promise<RangeSlots> {
    const now = this.clock.now();
    const loaded = loadedDates(range, now);
    const within = withZoneMarginOfDates(loaded.first, loaded.last);
    const snapshot = await this.queries.snapshot({ serviceId, providerId, within });
    const { service, calendar } = getBoth(snapshot, providerId);
    const { first, last } = datesOf(range, localDateOf(now, calendar.timeZone));
    const days = slotsBetween(now, rulesOf(service), calendar, first, last);
    return { days, providerId, timeZone: calendar.timeZone };
  }

  /** On the date of the provider's calendar. */
  private async slotsOfOne(
    { serviceId, providerId }: Booking,
    date: string,
    excludeAppointmentId?: number,
  ): Promise<DateSlots> {
    const now = this.clock.now();
    const snapshot = await this.queries.snapshot({
      serviceId,
      providerId,
      within: withZoneMarginOfDates(date, date),
      excludeAppointmentId,
    });
    const { service, calendar } = getBoth(snapshot, providerId);
    const slots = slotsOn(now, rulesOf(service), calendar, date, { excludeAppointmentId });
    return { service, timeZone: calendar.timeZone, slots: slots.map((slot) => offered(slot, calendar)) };
  }

  /** Each on the date of its own provider's calendar. */
  private async slotsOfAny(
    serviceId: number,
    date: string,
    excludeAppointmentId?: number,
  ): Promise<DateSlots> {
    const now = this.clock.now();
    const within = withZoneMarginOfDates(date, date);
    const snapshot = await this.queries.snapshot({ serviceId, within, excludeAppointmentId });
    const service = getService(snapshot);
    const rules = rulesOf(service);
    const perProvider = snapshot.calendars.map((calendar) => ({
      providerId: calendar.providerId,
      slots: slotsOn(now, rules, calendar, date, { excludeAppointmentId }),
    }));
    const slots = slotsOfAny(perProvider).map((slot) => ({
      ...slot,
      timeZone: getBoth(snapshot, slot.providerId).calendar.timeZone,
    }));
    return { service, timeZone: this.config.businessTimeZone, slots };
  }
}

function offered({ start, end, date, time }: Slot, { providerId, timeZone }: ProviderCalendar): OfferedSlot {
  return { start, end, date, time, providerId, timeZone };
}
