import { ResourceChoice, type Slot, slotsOn, verdict } from '../../../booking/availability/engine';
import { addDays } from '../../../platform/time/local-date';
import { overlaps } from '../../../platform/time/interval';
import { DAY_MIN, MINUTE_MS } from '../../../platform/time/units';
import { localDateOf } from '../../../platform/time/zones/wall-clock';
import { statusAndPayment } from '../demo-payments';
import type { DiaryBusiness, DiaryEntry, DiaryProvider, DiaryService } from './diary-entry';
import { withEntries, withUse } from './diary-entry';
import { Random } from '../random';

/** Number of days before and after today that the diary fills. */
export const DAYS = 21;
/** Number of bookings that customers try on a full day. Not all find a slot. */
const FULL_DAY = { min: 4, max: 8 };
/** Number of bookings that customers try for a full class. */
const FULL_CLASS = { min: 4, max: 14 };
const NOTES = [
  'First visit',
  'Comes with a dog',
  'Running ten minutes late, as always',
  'Wants to talk about the fringe',
];

/** What a customer asks for. */
interface Request {
  readonly provider: DiaryProvider;
  readonly service: DiaryService;
  readonly date: string;
  readonly seats: number;
  /** Instant of a class to join; absent: one of the slots of the date. */
  readonly start?: number | undefined;
}

/**
 * Appointments of the three weeks before `now` and the three after, with fewer on days further ahead, and one class of each group
 * service on each day. The engine offered each slot at the time of its booking, so all booking rules hold, and no customer is in
 * two places at once.
 * @returns the entries in the order of their booking
 */
export function fillDiary(
  now: number,
  business: DiaryBusiness,
  customerIds: readonly number[],
): DiaryEntry[] {
  const diary = new Diary(now, business, customerIds);
  for (const provider of business.providers) {
    const today = localDateOf(now, provider.calendar.timeZone);
    for (let day = -DAYS; day <= DAYS; day++) {
      diary.fillDay(provider, addDays(today, day), day <= 0 ? 1 : 1 - day / (DAYS + 3));
    }
  }
  return diary.entries.toSorted((a, b) => a.createdAt - b.createdAt);
}

class Diary {
  readonly entries: DiaryEntry[] = [];
  private readonly random = new Random(20_260_101);

  constructor(
    private readonly now: number,
    private readonly business: DiaryBusiness,
    private readonly customerIds: readonly number[],
  ) {}

  /** Books the classes first: a timetable fixes them before customers take the rest of the day. @param share of a full day's demand */
  fillDay(provider: DiaryProvider, date: string, share: number): void {
    const { services } = provider;
    for (const service of services.filter(({ capacity }) => capacity > 1))
      this.fillClass(provider, service, date, share);
    const alone = services.filter(({ capacity }) => capacity === 1);
    for (let left = this.demand(FULL_DAY, share); left > 0; left--) {
      const service = this.random.pick(alone);
      if (service !== undefined) this.book({ provider, service, date, seats: 1 });
    }
  }

  /** The first customer chooses when the class takes place. */
  private fillClass(provider: DiaryProvider, service: DiaryService, date: string, share: number): void {
    let start: number | undefined;
    for (let left = this.demand(FULL_CLASS, share); left > 0; left--) {
      const seats = this.random.next() < 0.2 ? 2 : 1;
      const entry = this.book({ provider, service, date, seats, start });
      start ??= entry?.start;
    }
  }

  /** Number of bookings that customers try. */
  private demand(full: { readonly min: number; readonly max: number }, share: number): number {
    return this.random.between(Math.floor(full.min * share), Math.round(full.max * share));
  }

  /** Returns undefined when nothing is left for the request. */
  private book(request: Request): DiaryEntry | undefined {
    const { random, now } = this;
    const { provider, service, date, seats } = request;
    const createdAt = Math.min(now, Date.parse(date)) - random.between(DAY_MIN, 12 * DAY_MIN) * MINUTE_MS;
    const found = this.find(request, createdAt);
    if (found === undefined) return undefined;
    const { slot, placement } = found;
    const customerId = random.pick(this.customersFreeFor(slot));
    if (customerId === undefined) return undefined;
    const isOver = slot.end <= now;
    const entry: DiaryEntry = {
      ...statusAndPayment(service.price, isOver, random),
      start: slot.start,
      end: slot.end,
      providerId: provider.calendar.providerId,
      serviceId: service.id,
      customerId,
      locationId: provider.locationId,
      seats,
      placement,
      price: service.price,
      notes: random.next() < 0.15 ? (random.pick(NOTES) ?? null) : null,
      createdAt,
      updatedAt: isOver ? slot.end : createdAt,
    };
    this.entries.push(entry);
    return entry;
  }

  /** One of the slots that the engine offers at the moment of the request, and what a booking of it takes. */
  private find({ provider, service, date, seats, start }: Request, askedAt: number) {
    const calendar = withEntries(provider.calendar, service, this.entries);
    const resources = new ResourceChoice(service.needs, withUse(this.business.resources, this.entries), {
      locationId: provider.locationId,
    });
    const offered = slotsOn(askedAt, service, calendar, date, { seats, resources });
    const slot = this.random.pick(offered.filter((each) => each.start === (start ?? each.start)));
    if (slot === undefined) return undefined;
    const decision = verdict(askedAt, service, calendar, { start: slot.start, seats }, resources);
    if (!decision.bookable) throw new Error(`the engine refuses what it offers: ${decision.reason}`);
    return { slot, placement: decision.placement };
  }

  /** The customers who have nothing else at that time. */
  private customersFreeFor(slot: Slot): readonly number[] {
    const then = this.entries.filter((entry) => overlaps(entry, slot));
    const busy = new Set(then.map(({ customerId }) => customerId));
    return this.customerIds.filter((id) => !busy.has(id));
  }
}
