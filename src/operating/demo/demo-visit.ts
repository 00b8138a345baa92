import { NO_RESOURCES, type PlannedItem, VisitSearch } from '../../booking/availability/engine';
import { addDays, getDay } from '../../platform/time/local-date';
import { DAY_MS } from '../../platform/time/units';
import { localDateOf } from '../../platform/time/zones/wall-clock';
import { DAYS } from './diary/demo-diary';
import { type DiaryEntry, type DiaryProvider, type DiaryService, withEntries } from './diary/diary-entry';

/** Enough for the buffers of a provider who gives both services. */
const MAX_GAP_MIN = 30;

/**
 * Two services in a row, one provider, one customer: the earliest visit after the weeks that the diary fills, as the engine finds it.
 * @param taken what the calendar has in that time already
 */
export function demoVisit(
  now: number,
  provider: DiaryProvider,
  customerId: number | undefined,
  taken: readonly DiaryEntry[],
): readonly DiaryEntry[] {
  const services = provider.services.filter(({ capacity, needs }) => capacity === 1 && needs.length === 0);
  if (services.length < 2 || customerId === undefined) throw new Error('the demo business offers no visit');
  const [first, second] = services as [DiaryService, DiaryService];
  const items = [first, second].map((service) => ({
    service,
    calendars: [withEntries(provider.calendar, service, taken)],
    resources: NO_RESOURCES,
  }));
  const createdAt = now - DAY_MS;
  const search = new VisitSearch(createdAt, {
    items,
    maxGapMin: MAX_GAP_MIN,
    seats: 1,
    appointments: new Map(),
  });
  const firstDay = getDay(addDays(localDateOf(now, provider.calendar.timeZone), DAYS + 1));
  for (const visit of search.within({ firstDay, lastDay: firstDay + 28 })) {
    if (visit === undefined) continue;
    return visit.items.map((item, i) => ({
      ...entryOf(item, i === 0 ? first : second),
      ...{ customerId, locationId: provider.locationId, createdAt, updatedAt: createdAt },
    }));
  }
  throw new Error('the demo business has no time for a visit');
}

type Decided = Omit<DiaryEntry, 'customerId' | 'locationId' | 'createdAt' | 'updatedAt'>;

function entryOf({ start, end, providerId, placement }: PlannedItem, service: DiaryService): Decided {
  const { id: serviceId, price } = service;
  const booked = { status: 'confirmed', paymentStatus: 'none', seats: 1, notes: null } as const;
  return { start, end, providerId, placement, serviceId, price, ...booked };
}
