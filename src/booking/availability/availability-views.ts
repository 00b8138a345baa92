import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { ValidationError } from '../../platform/errors/errors';
import { localDateOf } from '../../platform/time/zones/wall-clock';
import { SnapshotQueries, type SnapshotRequest } from '../diary/snapshot/snapshot.queries';
import { type DateRange, datesOf, loadedDates } from './date-range';
import { type ProviderCalendar, zonesFor } from '../engine';
import { type DaysRequest, MAX_SLOTS, offeredDays } from '../diary/slots/offered-days';
import type { ListedDay, ListedSlot } from '../diary/slots/listed-slot';
import {
  getBoth,
  getService,
  type OfferRequest,
  slotOptions,
  type Snapshot,
  type SnapshotService,
  withZoneMarginOfDates,
} from '../diary/snapshot/snapshot';
import { serviceWith } from '../diary/snapshot/terms';

/** The service and the provider, or any provider, of a view, and what is to be booked. */
export interface ViewRequest extends OfferRequest {
  readonly serviceId: number;
  /** Required, unless `anyProvider` is true. */
  readonly providerId?: number | undefined;
  readonly anyProvider?: boolean | undefined;
  /** With `anyProvider`: only these. Those of a narrowed key. */
  readonly providerIds?: readonly number[] | undefined;
}

export interface SlotsRequest extends ViewRequest {
  readonly date: string;
}

export interface DateSlots {
  readonly date: string;
  readonly slots: readonly ListedSlot[];
  /** As the provider gives it. */
  readonly service: SnapshotService;
  /** Null with any provider. */
  readonly providerId: number | null;
  readonly timeZone: string;
}

/** The dates of a range, in order. */
export interface RangeSlots {
  readonly days: readonly ListedDay[];
  readonly service: SnapshotService;
  /** Null with any provider. */
  readonly providerId: number | null;
  /** The provider's zone; with any provider, the business's. */
  readonly timeZone: string;
}

/** Lists the slots of dates: loads a snapshot and calls the engine. */
@Injectable()
export class AvailabilityViews {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly queries: SnapshotQueries,
    private readonly clock: Clock,
  ) {}

  /** The slots of a date, of one provider or of all. @throws ValidationError for ids that name nothing, or without a provider */
  async slots({ date, ...view }: SlotsRequest): Promise<DateSlots> {
    const now = this.clock.now();
    const provider = providerOf(view);
    const within = withZoneMarginOfDates(date, date);
    const snapshot = await this.queries.snapshot({ ...scopeOf(view), within });
    const { service, zones } = this.serviceAndZones(snapshot, view);
    const limit = { field: 'anyProvider', advice: 'ask for one provider', slots: MAX_SLOTS };
    const dates = { first: date, last: date };
    const days = await offeredDays({ ...daysOf(snapshot, service, view, now), dates }, limit);
    return {
      date,
      slots: days[0]?.slots ?? [],
      service: serviceWith(service, provider, view.durationMin),
      providerId: provider ?? null,
      timeZone: zones.onDate(date),
    };
  }

  /**
   * Every date of a range with its slots.
   * @param maxSlots the most slots of all dates together
   * @throws ValidationError for ids that name nothing, without a provider, or for a range that is wrong or too long
   */
  async days(view: ViewRequest, range: DateRange, maxSlots = MAX_SLOTS): Promise<RangeSlots> {
    const now = this.clock.now();
    const provider = providerOf(view);
    const loaded = loadedDates(range, now);
    const within = withZoneMarginOfDates(loaded.first, loaded.last);
    const snapshot = await this.queries.snapshot({ ...scopeOf(view), within });
    const { service, timeZone } = this.serviceAndZones(snapshot, view);
    const dates = datesOf(range, localDateOf(now, timeZone));
    const field = range.month === undefined ? 'to' : 'month';
    const limit = { field, advice: 'ask for fewer dates', slots: maxSlots };
    const days = await offeredDays({ ...daysOf(snapshot, service, view, now), dates }, limit);
    return { days, service, providerId: provider ?? null, timeZone };
  }

  /** The zones of the place, of the provider or, with any provider, of the business; `timeZone` is that of all dates together. */
  private serviceAndZones(snapshot: Snapshot, view: ViewRequest) {
    const { placeZones } = snapshot;
    const providerId = providerOf(view);
    const { service, calendar } =
      providerId === undefined
        ? { service: getService(snapshot), calendar: { timeZone: this.config.businessTimeZone, placeZones } }
        : getBoth(snapshot, providerId);
    const zones = zonesFor(calendar, view.locationId);
    return { service, zones, timeZone: zones.areOne ? zones.onDate('') : calendar.timeZone };
  }
}

/** The provider of a view; undefined when the view is over all providers. @throws ValidationError */
function providerOf({ providerId, anyProvider }: ViewRequest): number | undefined {
  if (anyProvider === true) return undefined;
  if (providerId === undefined)
    throw new ValidationError({ providerId: 'is required, unless anyProvider is true' });
  return providerId;
}

function scopeOf(view: ViewRequest): Omit<SnapshotRequest, 'within'> {
  const { serviceId, providerIds, excludeAppointmentId, locationId } = view;
  return { serviceId, providerId: providerOf(view), providerIds, excludeAppointmentId, locationId };
}

function daysOf(
  snapshot: Snapshot,
  service: SnapshotService,
  view: ViewRequest,
  now: number,
): Omit<DaysRequest, 'dates'> {
  const { workload } = snapshot;
  const isMerged = providerOf(view) === undefined;
  // Those that are named are in the snapshot, whether or not they can be booked.
  const calendars = isMerged ? snapshot.calendars.filter(canBeChosen) : snapshot.calendars;
  return {
    now,
    service,
    durationMin: view.durationMin,
    calendars,
    isMerged,
    workload,
    options: slotOptions(snapshot, view),
  };
}

function canBeChosen({ isAvailable, offersService }: ProviderCalendar): boolean {
  return isAvailable && offersService;
}
