import type { Interval } from '../../../platform/time/interval';
import type { PlannedItem, PossibleVisit } from '../../engine/visits';
import type { ListedSlot } from '../../diary/slots/listed-slot';
import type { SnapshotService } from '../../diary/snapshot/snapshot';
import { ofSeats, serviceWith } from '../../diary/snapshot/terms';
import { serviceOf, type VisitSnapshot, type RequestedVisit } from '../../diary/visits/visit-snapshot';

export interface OfferedItem extends ListedSlot {
  readonly serviceId: number;
}

export interface OfferedVisit extends Interval {
  readonly items: readonly OfferedItem[];
}

export function offeredVisit(
  { start, end, items }: PossibleVisit,
  snapshot: VisitSnapshot,
  { items: requested, seats }: RequestedVisit,
): OfferedVisit {
  const offered = items.map((item, i) => {
    const wanted = requested[i];
    if (wanted === undefined) throw new Error('the visit has more items than were requested');
    const service = serviceWith(serviceOf(snapshot, wanted), item.providerId, wanted.durationMin);
    return { ...slotOf(item, ofSeats(service, seats)), serviceId: wanted.serviceId };
  });
  return { start, end, items: offered };
}

function slotOf(item: PlannedItem, { capacity, price }: SnapshotService): ListedSlot {
  const { start, end, date, time, providerId, timeZone, seatsLeft: left, locationId } = item;
  const slot = { start, end, date, time, providerId, timeZone, price, locationId };
  return left === undefined ? slot : { ...slot, seats: { capacity, left } };
}
