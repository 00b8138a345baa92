import { AppointmentChangesService } from '../../booking/appointments/appointment-changes.service';
import { AppointmentsService } from '../../booking/appointments/appointments.service';
import type { AppointmentPatch } from '../../booking/appointments/dto/appointment-change.dto';
import { SnapshotQueries } from '../../booking/diary/snapshot/snapshot.queries';
import { type Slot, slotsOn } from '../../booking/engine';
import { getBoth, slotOptions, withZoneMarginOfDates } from '../../booking/diary/snapshot/snapshot';
import { SeriesService } from '../../booking/series/series.service';
import { VisitsService } from '../../booking/visits/visits.service';
import type { Services } from '../../platform/cli/command-services';
import { RefusedError } from '../../platform/errors/errors';
import { addDays } from '../../platform/time/local-date';
import { DAY_MS, HOUR_MS } from '../../platform/time/units';
import type { DemoAddition, DemoContext } from './demo-addition';
import DEMO from './demo.json';

/** How many days before and after today are filled. */
const DAYS = 21;

type Service = (typeof DEMO.services)[number];

/** What customers of one provider book. Each provider has customers of its own, so that none is in two places at once. */
interface Lane {
  readonly providerId: number;
  readonly services: readonly Service[];
  readonly customers: readonly string[];
}

/** Books the appointments of the demo through the services of the application, each in a slot that the engine offers. */
export class DemoDiary {
  private state = 20_260_101;
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
    const { providers } = DEMO;
    for (const [index, { name, serviceIds }] of providers.entries()) {
      report(`Booking appointments with ${name} (${index + 1} of ${providers.length})`);
      const lane = {
        providerId: this.business.idOf(name),
        services: DEMO.services.filter((service) => serviceIds.includes(`@${service.name}`)),
        customers: DEMO.customers.filter((_, i) => i % providers.length === index),
      };
      for (let day = -DAYS; day <= DAYS; day++) await this.fillDay(lane, addDays(this.today, day));
      if (index === 0) await this.bookSeries(lane);
      if (index === 1) await this.bookVisit(lane);
    }
  }

  /** Classes first: a timetable fixes them before customers take the rest of the day. */
  private async fillDay(lane: Lane, date: string): Promise<void> {
    const classes = lane.services.filter(({ capacity }) => capacity !== undefined);
    const others = lane.services.filter(({ capacity }) => capacity === undefined);
    for (const service of classes) {
      const slot = this.pick(await this.slotsOn(lane, service, date));
      for (let left = 4 + this.below(7), seats; left > 0; left -= seats) {
        seats = Math.min(left, this.below(5) === 0 ? 2 : 1);
        await this.book(lane, service, slot, seats);
      }
    }
    for (let left = 3 + this.below(4); left > 0; left--) {
      const service = this.pick(others);
      if (service !== undefined)
        await this.book(lane, service, this.pick(await this.slotsOn(lane, service, date)));
    }
  }

  /** The slots from an hour ahead on, so that none begins before it is booked; of a past date, those offered a week before. */
  private async slotsOn({ providerId }: Lane, { name }: Service, date: string): Promise<readonly Slot[]> {
    const within = withZoneMarginOfDates(date, date);
    const request = { providerId, serviceId: this.business.idOf(name), within };
    const snapshot = await this.services.get(SnapshotQueries).snapshot(request, this.context.transaction);
    const { service, calendar } = getBoth(snapshot, providerId);
    const bookedAt = date < this.today ? Date.parse(date) - 7 * DAY_MS : this.now + HOUR_MS;
    return slotsOn(bookedAt, service, calendar, date, slotOptions(snapshot, {}));
  }

  /** @param slot undefined: none is left, and nothing is booked */
  private async book(lane: Lane, { name, price }: Service, slot: Slot | undefined, seats = 1): Promise<void> {
    if (slot === undefined) return;
    const isOver = slot.date < this.today;
    const { id } = await this.services.get(AppointmentsService).create(this.context, {
      ...{ providerId: lane.providerId, serviceId: this.business.idOf(name) },
      ...{ start: instantText(slot), locationId: slot.locationId, seats },
      ...{ customerId: this.nextCustomer(lane), ignoreSchedule: isOver },
    });
    const change = this.fate(isOver, price !== undefined);
    await this.services.get(AppointmentChangesService).change(this.context, id, change);
  }

  /** What becomes of an appointment, and of its payment. */
  private fate(isOver: boolean, hasPrice: boolean): AppointmentPatch {
    const chance = this.below(100);
    if (chance < 2 && hasPrice) return { status: 'cancelled', payment_status: 'refunded' };
    if (chance < 8) return { status: 'cancelled' };
    if (chance < 16) return { status: isOver ? 'no-show' : 'pending' };
    if (!isOver) return {};
    return { status: 'completed', ...(hasPrice && { payment_status: chance < 90 ? 'paid' : 'pending' }) };
  }

  private bookSeries(lane: Lane): Promise<void> {
    const rule = { rrule: 'FREQ=WEEKLY;COUNT=6', onConflict: 'skip' } as const;
    const series = { providerId: lane.providerId, ...rule, customerId: this.nextCustomer(lane) };
    return this.bookAfterwards(lane, ({ date, time: start }, serviceId) =>
      this.services.get(SeriesService).book(this.context, { ...series, serviceId, date, start }),
    );
  }

  /** Two services in a row. */
  private bookVisit(lane: Lane): Promise<void> {
    const { providerId } = lane;
    const items = lane.services.map(({ name }) => ({ serviceId: this.business.idOf(name), providerId }));
    const visit = { items, maxGapMin: 30, customerId: this.nextCustomer(lane) };
    return this.bookAfterwards(lane, (slot) =>
      this.services.get(VisitsService).book(this.context, { ...visit, start: instantText(slot) }),
    );
  }

  /** Books in the first slot after the days that are filled. Where closures leave no time for it, the demo goes without. */
  private async bookAfterwards(
    lane: Lane,
    book: (slot: Slot, serviceId: number) => Promise<unknown>,
  ): Promise<void> {
    const [service] = lane.services;
    for (let day = DAYS + 1; day <= DAYS + 7 && service !== undefined; day++) {
      const [slot] = await this.slotsOn(lane, service, addDays(this.today, day));
      try {
        if (slot === undefined) continue;
        await book(slot, this.business.idOf(service.name));
        return;
      } catch (error) {
        if (!(error instanceof RefusedError)) throw error;
      }
    }
  }

  private nextCustomer({ customers }: Lane): number {
    return this.business.idOf(customers[this.bookings++ % customers.length] ?? '');
  }

  private pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }

  /** A pseudo-random integer from 0, the same on every run: all users of the demo see much the same. (Park and Miller's generator.) */
  private below(end: number): number {
    this.state = (this.state * 48_271) % 0x7fff_ffff;
    return this.state % end;
  }
}

function instantText({ start }: Slot): string {
  return new Date(start).toISOString();
}
