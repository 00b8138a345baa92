import { AppointmentChangesService } from '../../booking/appointments/appointment-changes.service';
import { AppointmentsService } from '../../booking/appointments/appointments.service';
import type { AppointmentPatch } from '../../booking/appointments/dto/appointment-write.dto';
import { AvailabilityQueries } from '../../booking/availability/availability.queries';
import { type Slot, slotsOn } from '../../booking/availability/engine';
import { getBoth, slotOptions, withZoneMarginOfDates } from '../../booking/availability/snapshot/snapshot';
import { SeriesService } from '../../booking/series/series.service';
import { VisitsService } from '../../booking/visits/visits.service';
import type { Services } from '../../platform/cli/command-services';
import { RefusedError } from '../../platform/errors/errors';
import { addDays } from '../../platform/time/local-date';
import { DAY_MS, HOUR_MS } from '../../platform/time/units';
import type { DemoAddition, DemoContext } from './demo-addition';
import { PROVIDERS, SERVICES } from './demo-business';
import { Random } from './random';

/** How many days before and after today are filled. */
const DAYS = 21;
/** How many bookings customers try on a day, and how many seats of a class: at least and at most. */
const [FULL_DAY, FULL_CLASS] = [[3, 6] as const, [4, 10] as const];

/** What customers of one provider book. Each provider has customers of its own, so that none is in two places at once. */
interface Lane {
  readonly place: { readonly providerId: number; readonly locationId: number };
  readonly services: readonly (typeof SERVICES)[number][];
  readonly customerIds: readonly number[];
}

/** Books the appointments of the demo through the services of the application, each in a slot that the engine offers. */
export class DemoDiary {
  private readonly random = new Random(20_260_101);
  private bookings = 0;

  constructor(
    private readonly services: Services,
    private readonly context: DemoContext,
    private readonly business: DemoAddition,
    private readonly now: number,
    private readonly today: string,
  ) {}

  /** @param report takes the progress as text */
  async fill(report: (progress: string) => void): Promise<void> {
    for (const [index, { name }] of PROVIDERS.entries()) {
      report(`Booking appointments with ${name} (${index + 1} of ${PROVIDERS.length})`);
      for (let day = -DAYS; day <= DAYS; day++)
        await this.fillDay(this.laneOf(index), addDays(this.today, day));
    }
    await this.bookSeries(this.laneOf(0));
    await this.bookVisit(this.laneOf(1));
  }

  private laneOf(index: number): Lane {
    const { name = '', location = '', services = [] } = PROVIDERS[index] ?? {};
    return {
      place: { providerId: this.business.idOf(name), locationId: this.business.idOf(location) },
      services: SERVICES.filter((service) => services.includes(service.name)),
      customerIds: this.business.customerIds.filter((_, i) => i % PROVIDERS.length === index),
    };
  }

  /** Classes first: a timetable fixes them before customers take the rest of the day. */
  private async fillDay(lane: Lane, date: string): Promise<void> {
    const { services } = lane;
    for (const service of services.filter(({ capacity }) => capacity !== undefined)) {
      const slot = this.random.pick(await this.slotsOn(lane, service, date));
      for (let left = this.random.between(...FULL_CLASS), seats; left > 0; left -= seats) {
        seats = Math.min(left, this.random.next() < 0.2 ? 2 : 1);
        await this.book(lane, service, slot, seats);
      }
    }
    for (let left = this.random.between(...FULL_DAY); left > 0; left--) {
      const service = this.random.pick(services.filter(({ capacity }) => capacity === undefined));
      if (service === undefined) return;
      await this.book(lane, service, this.random.pick(await this.slotsOn(lane, service, date)), 1);
    }
  }

  /**
   * The slots that the engine will offer in an hour, so that none has begun before it is booked. Those of a past date as it offered them
   * a week before.
   */
  private async slotsOn({ place }: Lane, { name }: { name: string }, date: string): Promise<readonly Slot[]> {
    const booking = { ...place, serviceId: this.business.idOf(name) };
    const request = { ...booking, within: withZoneMarginOfDates(date, date) };
    const snapshot = await this.services.get(AvailabilityQueries).snapshot(request, this.context.transaction);
    const { service, calendar } = getBoth(snapshot, place.providerId);
    const askedAt = date < this.today ? Date.parse(date) - 7 * DAY_MS : this.now + HOUR_MS;
    return slotsOn(askedAt, service, calendar, date, slotOptions(snapshot, booking));
  }

  /** @param slot undefined: none is left, and nothing is booked */
  private async book(
    lane: Lane,
    { name, price }: Lane['services'][number],
    slot: Slot | undefined,
    seats: number,
  ): Promise<void> {
    if (slot === undefined) return;
    const isOver = slot.date < this.today;
    const { id } = await this.services.get(AppointmentsService).create(this.context, {
      ...{ ...lane.place, serviceId: this.business.idOf(name), start: instantOf(slot), seats },
      ...{ customerId: this.nextCustomer(lane), ignoreSchedule: isOver },
    });
    const change = this.fate(isOver, price !== undefined);
    await this.services.get(AppointmentChangesService).change(this.context, id, change);
  }

  /** What becomes of an appointment, and of its payment. */
  private fate(isOver: boolean, hasPrice: boolean): AppointmentPatch {
    const chance = this.random.next();
    if (chance < 0.02 && hasPrice) return { status: 'cancelled', payment_status: 'refunded' };
    if (chance < 0.08) return { status: 'cancelled' };
    if (chance < 0.16) return { status: isOver ? 'no-show' : 'pending' };
    if (!isOver) return {};
    return { status: 'completed', ...(hasPrice && { payment_status: chance < 0.9 ? 'paid' : 'pending' }) };
  }

  private async bookSeries(lane: Lane): Promise<void> {
    const [customerId, rule] = [
      this.nextCustomer(lane),
      { rrule: 'FREQ=WEEKLY;COUNT=6', onConflict: 'skip' } as const,
    ];
    await this.afterwards(lane, ({ date, time: start }, serviceId) =>
      this.services
        .get(SeriesService)
        .book(this.context, { ...lane.place, ...rule, serviceId, customerId, date, start }),
    );
  }

  /** Two services in a row. */
  private async bookVisit(lane: Lane): Promise<void> {
    const { providerId, locationId } = lane.place;
    const items = lane.services.map(({ name }) => ({ serviceId: this.business.idOf(name), providerId }));
    const visit = { items, maxGapMin: 30, locationId, customerId: this.nextCustomer(lane) };
    await this.afterwards(lane, (slot) =>
      this.services.get(VisitsService).book(this.context, { ...visit, start: instantOf(slot) }),
    );
  }

  /** Books in the first slot after the days that are filled. Where closures leave no time for it, the demo goes without. */
  private async afterwards(
    lane: Lane,
    book: (slot: Slot, serviceId: number) => Promise<unknown>,
  ): Promise<void> {
    const [service] = lane.services;
    for (let day = DAYS + 1; day <= DAYS + 7 && service !== undefined; day++) {
      const [slot] = await this.slotsOn(lane, service, addDays(this.today, day));
      if (slot !== undefined && (await isDone(book(slot, this.business.idOf(service.name))))) return;
    }
  }

  private nextCustomer({ customerIds }: Lane): number | undefined {
    return customerIds[this.bookings++ % customerIds.length];
  }
}

/** Whether the calendar allows a booking. */
async function isDone(booking: Promise<unknown>): Promise<boolean> {
  try {
    await booking;
    return true;
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}

function instantOf({ start }: Slot): string {
  return new Date(start).toISOString();
}
