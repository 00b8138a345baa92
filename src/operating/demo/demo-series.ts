import { slotsOn, type Slot, verdict } from '../../booking/availability/engine';
import { addDays } from '../../platform/time/local-date';
import { DAY_MS } from '../../platform/time/units';
import { localDateOf } from '../../platform/time/zones/wall-clock';
import { DAYS } from './diary/demo-diary';
import type { DiaryEntry, DiaryProvider, DiaryService } from './diary/diary-entry';

const WEEKS = 6;

/** A series to store. */
export interface DiarySeries {
  readonly rrule: string;
  readonly exdates: readonly string[];
  readonly timezone: string;
  readonly createdAt: number;
  readonly entries: readonly DiaryEntry[];
}

/**
 * A customer's appointment every week, after the weeks that the diary fills. The engine offers each of its slots; a date on which it
 * does not is an exception of the rule.
 */
export function demoSeries(
  now: number,
  provider: DiaryProvider,
  customerId: number | undefined,
): DiarySeries {
  const service = provider.services.find(({ capacity, needs }) => capacity === 1 && needs.length === 0);
  if (service === undefined || customerId === undefined) throw new Error('the demo business offers nothing');
  const { timeZone } = provider.calendar;
  const createdAt = now - DAY_MS;
  const offered = (date: string) => slotsOn(createdAt, service, provider.calendar, date);
  const first = firstSlot(addDays(localDateOf(now, timeZone), DAYS + 1), offered);
  const dates = Array.from({ length: WEEKS }, (_, week) => addDays(first.date, 7 * week));
  const slotOn = (date: string) => offered(date).find(({ time }) => time === first.time);
  const slots = dates.flatMap((date) => slotOn(date) ?? []);
  return {
    rrule: `FREQ=WEEKLY;COUNT=${WEEKS}`,
    exdates: dates.filter((date) => slotOn(date) === undefined),
    timezone: timeZone,
    createdAt,
    entries: slots.map((slot) => entryOf(slot, provider, service, customerId, createdAt)),
  };
}

/** The first slot within a week. */
function firstSlot(from: string, offered: (date: string) => readonly Slot[]): Slot {
  for (let day = 0; day < 7; day++) {
    const slot = offered(addDays(from, day))[0];
    if (slot !== undefined) return slot;
  }
  throw new Error('the demo business has no slot left');
}

function entryOf(
  { start, end }: Slot,
  { calendar, locationId }: DiaryProvider,
  service: DiaryService,
  customerId: number,
  createdAt: number,
): DiaryEntry {
  const decision = verdict(createdAt, service, calendar, { start });
  if (!decision.bookable) throw new Error(`the engine refuses what it offers: ${decision.reason}`);
  return {
    ...{ start, end, customerId, locationId, createdAt, updatedAt: createdAt, seats: 1, notes: null },
    providerId: calendar.providerId,
    serviceId: service.id,
    placement: decision.placement,
    status: 'confirmed',
    paymentStatus: 'none',
    price: service.price,
  };
}
