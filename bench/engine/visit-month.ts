import { NO_RESOURCES, NO_TEAM, type ProviderCalendar } from '../../src/booking/engine';
import { type VisitRequest, VisitSearch } from '../../src/booking/engine/visits';
import { getDay } from '../../src/platform/time/local-date';
import { Random } from '../load/random';
import { FIRST_DATE, LAST_DATE, NOW, SERVICE, crowdedMonth } from './crowded-month';

/** In minutes, with the buffer after them. */
const SERVICES = [
  [30, 0],
  [20, 5],
  [25, 5],
  [30, 0],
  [15, 10],
] as const;

/**
 * A visit of five services, each of them with any of the providers, in a month with appointments in most half hours.
 * @param free the share of the half hours that is left
 */
export function visitMonth(providers: number, free: number, maxGapMin: number): VisitRequest {
  const random = new Random(1);
  const calendars: readonly ProviderCalendar[] = crowdedMonth(providers, 0).map((calendar) => ({
    ...calendar,
    busy: calendar.busy.filter(() => random.next() >= free),
  }));
  const services = SERVICES.map(([durationMin, bufferAfterMin]) => ({
    ...SERVICE,
    durationMin,
    slotIntervalMin: 15,
    bufferAfterMin,
  }));
  return {
    items: services.map((service, serviceId) => ({
      serviceId,
      service,
      calendars,
      resources: NO_RESOURCES,
      team: NO_TEAM,
    })),
    maxGapMin,
    seats: 1,
    appointments: new Map(calendars.map(({ providerId, busy }) => [providerId, busy])),
  };
}

/** The earliest visits of the month, as many as there are up to a limit, and what was examined. */
export function visitsOf(request: VisitRequest, limit: number) {
  const search = new VisitSearch(NOW, request);
  let found = 0;
  for (const visit of search.within({ firstDay: getDay(FIRST_DATE), lastDay: getDay(LAST_DATE) })) {
    if (visit !== undefined) found++;
    if (found === limit) break;
  }
  return { found, examined: search.examined };
}
