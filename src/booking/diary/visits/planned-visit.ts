import { type BookedTime, bookedTime } from '../writes/new-appointment';
import type { Placement } from '../../engine';
import type { PossibleVisit } from '../../engine/visits';
import { type Taken, takenBy } from '../snapshot/taken';
import { serviceWith } from '../snapshot/terms';
import { type RequestedVisit, serviceOf, type VisitSnapshot } from './visit-snapshot';
import { VisitRefused } from './visit-refused';

export interface PlannedVisit {
  readonly visit: PossibleVisit;
  readonly snapshot: VisitSnapshot;
  readonly requested: RequestedVisit;
}

/** What an item of a planned visit takes. */
export interface PlannedTime extends BookedTime {
  readonly placement: Placement;
}

/** What each item takes, in the order of time. */
export function timesOf({ visit, snapshot, requested }: PlannedVisit): readonly PlannedTime[] {
  const { items, locationId = null, seats } = requested;
  return visit.items.map(({ locationId: place = locationId, ...planned }, i) => {
    const { start, end, providerId, placement, timeZone } = planned;
    const item = items[i];
    if (item === undefined) throw new Error('the visit has more items than were requested');
    const verdict = { bookable: true, start, end, zone: timeZone, locationId: place, placement } as const;
    const service = serviceWith(serviceOf(snapshot, item), providerId, item.durationMin);
    const candidate = { serviceId: item.serviceId, providerId, locationId, seats, start };
    const decision = { candidate, requested: candidate, verdict, service, timeZone };
    return { ...bookedTime(decision), placement };
  });
}

/** Whom and what a visit takes; undefined: it is refused. */
export function takenByVisit(planned: PlannedVisit | VisitRefused | undefined): Taken | undefined {
  if (planned === undefined || planned instanceof VisitRefused) return undefined;
  const { visit, snapshot } = planned;
  const items = visit.items.map(({ providerId, placement }) => ({ ...placement, providerId }));
  return takenBy(items, [...snapshot.services.values()]);
}
