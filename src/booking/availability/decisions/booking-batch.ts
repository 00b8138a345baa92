import type { Interval } from '../../../platform/time/interval';
import { DAY_MS, MINUTE_MS } from '../../../platform/time/units';
import { type CandidateInPlace, type Decision, decisionIn, placementIn } from './decision';
import {
  calendarAfter,
  type Placed,
  type Placement,
  resourcesAfter,
  SlotFinder,
  type TakenReason,
} from '../engine';
import { approximateStart, type Candidate, LONGEST_MS } from '../candidate';
import { singleDay } from '../search/offered-days';
import type { ListedSlot } from '../search/listed-slot';
import { getBoth, slotOptions, type Snapshot, withZoneMargin } from '../snapshot/snapshot';

export type BatchPair = Pick<Candidate, 'serviceId' | 'providerId'>;

export function keyOf({ serviceId, providerId }: BatchPair): string {
  return `${serviceId} ${providerId}`;
}

/**
 * Decides the parts of one write, one after the other, by the rules of a single booking. Each part sees what the parts before it
 * take and give up. Reads nothing: the snapshots are loaded before.
 */
export class BookingBatch {
  private placed: readonly Placed[] = [];
  private readonly left = new Set<number>();

  /** @param snapshots one for each service with a provider, by `keyOf`; each covers all its parts */
  constructor(
    private readonly now: number,
    private readonly snapshots: ReadonlyMap<string, Snapshot>,
  ) {}

  /** As `AvailabilityService.decide`. @throws ValidationError */
  decide(candidate: Candidate): Decision {
    const start = approximateStart(candidate);
    const snapshot = this.snapshotNear(candidate, { start, end: start + LONGEST_MS });
    return decisionIn(snapshot, this.now, candidate);
  }

  /** As `AvailabilityService.placementOf`. @throws ValidationError */
  placementOf(candidate: CandidateInPlace): Placement | TakenReason {
    return placementIn(this.snapshotNear(candidate, candidate.busy), candidate);
  }

  /** Counts a placement as taken from now on, and the former time of its appointment, if any, as free. */
  take(placed: Placed): void {
    if (placed.appointmentId !== null) this.giveUp(placed.appointmentId);
    this.placed = [...this.placed, placed];
  }

  /** Counts the former time of an appointment as free from now on. */
  giveUp(appointmentId: number): void {
    this.left.add(appointmentId);
    this.placed = this.placed.filter((each) => each.appointmentId !== appointmentId);
  }

  /** The zone of a provider. @throws ValidationError for an unknown service or provider */
  zoneOf(pair: BatchPair): string {
    return getBoth(this.snapshotOf(pair), pair.providerId).calendar.timeZone;
  }

  /**
   * The slots of a local day (days since 1970-01-01) that a part could still have, and how many starts were examined for them. A
   * deleted service has none: an appointment may outlive it.
   */
  slotsOn(
    candidate: Candidate,
    day: number,
  ): { readonly slots: readonly ListedSlot[]; readonly examined: number } {
    const midnight = day * DAY_MS;
    const snapshot = this.snapshotNear(candidate, { start: midnight, end: midnight + 2 * DAY_MS });
    if (snapshot.service?.isDeleted !== false) return { slots: [], examined: 0 };
    const { service, calendar } = getBoth(snapshot, candidate.providerId);
    const options = slotOptions(snapshot, candidate);
    const finder = new SlotFinder(this.now, service, calendar, options);
    const { slots } = singleDay([{ calendar, ...finder.on(day) }], service.capacity);
    return { slots, examined: finder.examined };
  }

  /** The part of a snapshot around a time. A verdict needs no more, and is faster with less. */
  private snapshotNear(pair: BatchPair, time: Interval): Snapshot {
    const snapshot = this.snapshotOf(pair);
    const { service, calendars, resources } = snapshot;
    if (service === undefined) return snapshot;
    const { bufferBeforeMin, bufferAfterMin, durationMin } = service;
    const { start, end } = withZoneMargin(time);
    const within = {
      start: start - bufferBeforeMin * MINUTE_MS,
      end: end + (durationMin + bufferAfterMin) * MINUTE_MS,
    };
    const changes = { placed: this.placed, left: this.left };
    return {
      ...snapshot,
      calendars: calendars.map((calendar) => calendarAfter(calendar, service.id, changes, within)),
      resources: resourcesAfter(resources, changes, within),
    };
  }

  private snapshotOf(pair: BatchPair): Snapshot {
    const snapshot = this.snapshots.get(keyOf(pair));
    if (snapshot === undefined) throw new Error('the batch has no snapshot of this service and provider');
    return snapshot;
  }
}
