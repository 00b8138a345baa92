import { occupies, type PaymentStatus, type Status } from '../../booking/appointments/appointment-status';
import {
  occupied,
  type ProviderCalendar,
  type ServiceRules,
  type Slot,
  slotsOn,
} from '../../booking/availability/engine';
import { addDays } from '../../platform/time/local-date';
import { type Interval, overlaps } from '../../platform/time/interval';
import { localDateOf } from '../../platform/time/wall-clock';
import { Random } from './random';
import { DAY_MIN, MINUTE_MS } from '../../platform/time/units';

/** A service as the diary books it. */
export interface DiaryService extends ServiceRules {
  readonly id: number;
  readonly price: number | null;
}

/** A provider's calendar without appointments, with the services and the location to book. */
export interface DiaryProvider {
  readonly calendar: ProviderCalendar;
  readonly services: readonly DiaryService[];
  readonly locationId: number;
}

/** An appointment to store; instants in epoch ms. */
export interface DiaryEntry extends Interval {
  readonly providerId: number;
  readonly serviceId: number;
  readonly customerId: number;
  readonly locationId: number;
  readonly busy: Interval;
  readonly status: Status;
  readonly paymentStatus: PaymentStatus;
  readonly price: number | null;
  readonly notes: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Number of days before and after today that the diary fills. */
const DAYS = 21;
/** Number of bookings that customers try on a full day. Not all find a slot. */
const FULL_DAY = 8;
const NOTES = [
  'First visit',
  'Comes with a dog',
  'Running ten minutes late, as always',
  'Wants to talk about the fringe',
];

/**
 * Appointments of the three weeks before `now` and the three after, with fewer on days further ahead. The engine offered
 * each slot at the time of its booking, so all booking rules hold, and no customer is in two places at once.
 * @returns the entries in the order of their booking
 */
export function fillDiary(
  now: number,
  providers: readonly DiaryProvider[],
  customerIds: readonly number[],
): DiaryEntry[] {
  const random = new Random(20_260_101);
  const entries: DiaryEntry[] = [];
  for (const provider of providers) {
    const today = localDateOf(now, provider.calendar.timeZone);
    for (let day = -DAYS; day <= DAYS; day++) {
      for (let left = demandOn(day, random); left > 0; left--) {
        const entry = book(now, provider, addDays(today, day), entries, customerIds, random);
        if (entry !== undefined) entries.push(entry);
      }
    }
  }
  return entries.sort((a, b) => a.createdAt - b.createdAt);
}

/** The calendar with the appointments of its provider in the diary. */
export function withEntries(calendar: ProviderCalendar, entries: readonly DiaryEntry[]): ProviderCalendar {
  const own = entries.filter(
    ({ providerId, status }) => providerId === calendar.providerId && occupies(status),
  );
  return { ...calendar, busy: own.map(({ busy }) => ({ ...busy, appointmentId: 0 })) };
}

/** Number of bookings that customers try on a day: fewer on days further ahead. */
function demandOn(day: number, random: Random): number {
  const most = day <= 0 ? FULL_DAY : Math.round(FULL_DAY * (1 - day / (DAYS + 3)));
  return random.between(Math.floor(most / 2), most);
}

function book(
  now: number,
  { calendar, services, locationId }: DiaryProvider,
  date: string,
  entries: readonly DiaryEntry[],
  customerIds: readonly number[],
  random: Random,
): DiaryEntry | undefined {
  const service = random.pick(services);
  if (service === undefined) return undefined;
  const createdAt = Math.min(now, Date.parse(date)) - random.between(DAY_MIN, 12 * DAY_MIN) * MINUTE_MS;
  const slot = random.pick(slotsOn(createdAt, service, withEntries(calendar, entries), date));
  if (slot === undefined) return undefined;
  const customerId = random.pick(customerIds.filter((id) => isFreeFor(id, slot, entries)));
  if (customerId === undefined) return undefined;
  return {
    ...statusAndPayment(service, slot, now, createdAt, random),
    start: slot.start,
    end: slot.end,
    busy: occupied(service, slot),
    providerId: calendar.providerId,
    serviceId: service.id,
    customerId,
    locationId,
    notes: random.next() < 0.15 ? (random.pick(NOTES) ?? null) : null,
  };
}

function isFreeFor(customerId: number, slot: Slot, entries: readonly DiaryEntry[]): boolean {
  return !entries.some((entry) => entry.customerId === customerId && overlaps(entry, slot));
}

function statusAndPayment(
  { price }: DiaryService,
  slot: Slot,
  now: number,
  createdAt: number,
  random: Random,
) {
  const isOver = slot.end <= now;
  const status = isOver
    ? random.weighted<Status>({ completed: 86, cancelled: 8, 'no-show': 6 })
    : random.weighted<Status>({ confirmed: 80, pending: 12, cancelled: 8 });
  const paymentStatus: PaymentStatus =
    price === null ? 'none' : random.weighted<PaymentStatus>(PAYMENTS[status]);
  return { status, paymentStatus, price, createdAt, updatedAt: isOver ? slot.end : createdAt };
}

/** Weights of the payment statuses, by the status of the appointment. */
const PAYMENTS: Readonly<Record<Status, Readonly<Partial<Record<PaymentStatus, number>>>>> = {
  pending: { none: 1 },
  confirmed: { none: 80, paid: 17, failed: 3 },
  completed: { paid: 88, pending: 9, none: 3 },
  cancelled: { none: 80, refunded: 20 },
  'no-show': { none: 1 },
};
