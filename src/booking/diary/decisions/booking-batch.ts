import type { Interval } from '../../../platform/time/interval';
import { dateText } from '../../../platform/time/local-date';
import { DAY_MS, MINUTE_MS } from '../../../platform/time/units';
import type { Turns } from '../../../platform/turns';
import { type CandidateInPlace, type Decision, decisionIn, placementIn } from './decision';
import {
  calendarAfter,
  countedDay,
  type CountedStart,
  type DateZones,
  type EarlierChanges,
  type EarlierBooking,
  type Placement,
  type ProviderCalendar,
  resourcesAfter,
  SlotFinder,
  type TakenReason,
  zonesFor,
} from '../../engine';
import { approximateStart, LONGEST_MS } from './candidate';
import type { AnyCandidate, Candidate, SomeCandidate } from './candidate';
import { assertAllFound, decisionAmong, inOrderAt } from './chosen-provider';
import { mergedDay, singleDay } from '../slots/offered-days';
import type { ListedSlot } from '../slots/listed-slot';
import {
  getBoth,
  getService,
  slotOptions,
  type Snapshot,
  type SnapshotService,
  withZoneMargin,
} from '../snapshot/snapshot';
import { mostTimeAround, ofSeats, serviceWith } from '../snapshot/terms';

const NO_CHANGES: EarlierChanges = { booked: [], left: new Set() };

interface DaySearch {
  readonly slots: readonly ListedSlot[];
  readonly examined: number;
}

/** A service with a provider. Without one, when no provider may be chosen. */
export type BatchPair = Pick<SomeCandidate, 'serviceId' | 'providerId'>;

/**
 * Decides the parts of one write, one after the other, by the rules of a single booking. Each part sees what the parts before it
 * take and give up. Reads nothing: the snapshots are loaded before.
 */
export class BookingBatch {
  private booked: readonly EarlierBooking[];
  private readonly left: Set<number>;

  /**
   * @param snapshots one for each service, with all its providers; each covers all its parts
   * @param zone of the business
   * @param earlier what is booked and given up from the beginning
   */
  constructor(
    private readonly now: number,
    private readonly snapshots: ReadonlyMap<number, Snapshot>,
    private readonly zone: string,
    { booked, left }: EarlierChanges = NO_CHANGES,
  ) {
    this.booked = booked;
    this.left = new Set(left);
  }

  /** The batch as it was before the first decision. */
  anew(): BookingBatch {
    return new BookingBatch(this.now, this.snapshots, this.zone);
  }

  /** The batch as if these were its decisions until now. */
  after(earlier: EarlierChanges): BookingBatch {
    return new BookingBatch(this.now, this.snapshots, this.zone, earlier);
  }

  /** The batch by other rules. @param change makes a snapshot of one that was read */
  under(change: (snapshot: Snapshot) => Snapshot): BookingBatch {
    const snapshots = new Map([...this.snapshots].map(([id, snapshot]) => [id, change(snapshot)]));
    return new BookingBatch(this.now, snapshots, this.zone, { booked: this.booked, left: this.left });
  }

  /** The calendars of the providers for a service, by their ids. */
  calendarsOf(serviceId: number): readonly ProviderCalendar[] {
    return this.snapshotOf({ serviceId }).calendars;
  }

  /** The booked minutes of a provider on the date of a start. @param more the times of others that count */
  minutesAt(candidate: Candidate, more: readonly Interval[]): number {
    const { workload, calendars } = this.snapshotOf(candidate);
    const [calendar] = calendars;
    if (calendar === undefined) throw new Error('the batch has no such provider');
    const zones = zonesFor(calendar, candidate.locationId);
    const start = approximateStart(candidate);
    return workload
      .with(candidate.providerId, more)
      .minutesOn(zones.dayAt(start), zones.of(start), candidate.providerId);
  }

  /** @param mayBeDeleted whether a deleted one is found, too @throws ValidationError when there is no such service */
  serviceOf(candidate: Pick<SomeCandidate, 'serviceId'>, mayBeDeleted = false): SnapshotService {
    return getService(this.snapshotOf(candidate), mayBeDeleted);
  }

  /** As `Decisions.decide`. @throws ValidationError */
  decide(candidate: Candidate): Decision {
    return decisionIn(this.snapshotAround(candidate), this.now, candidate);
  }

  /**
   * As `decide`, of an appointment that takes no time, such as a cancelled one: nothing is in its way, and it takes no resources and no
   * team. @throws ValidationError
   */
  decideIdle(candidate: Candidate): Decision {
    const snapshot = this.snapshotOf(candidate);
    const service = snapshot.service && { ...snapshot.service, needs: [], team: [] };
    const calendars = snapshot.calendars.map((calendar) => ({ ...calendar, busy: [], sessions: [] }));
    return decisionIn({ ...snapshot, service, calendars }, this.now, candidate);
  }

  /** When the group session ends that begins at an instant; undefined: none does. */
  sessionEndAt(pair: BatchPair, start: number): number | undefined {
    const [{ sessions } = { sessions: [] }] = this.snapshotNear(pair, { start, end: start + 1 }).calendars;
    return sessions.find((claim) => claim.start === start)?.end;
  }

  /** As `Decisions.decideAny`, among the providers of the batch. @throws ValidationError */
  decideAny(candidate: AnyCandidate): Decision {
    return decisionAmong(this.snapshotAround(candidate), this.now, candidate, this.zone);
  }

  /** The providers for a service in the order of choice for a start. @throws ValidationError when one of those that are named is none */
  inOrderAt(candidate: AnyCandidate): readonly number[] {
    const snapshot = this.snapshotOf(candidate);
    assertAllFound(snapshot.calendars, candidate);
    return inOrderAt(snapshot, candidate).map(({ providerId }) => providerId);
  }

  /** As `Decisions.placementOf`. @throws ValidationError */
  placementOf(candidate: CandidateInPlace): Placement | TakenReason {
    return placementIn(this.snapshotNear(candidate, candidate.busy), candidate);
  }

  /** Counts a placement as taken from now on, and the former time of its appointment, if any, as free. */
  take(booking: Omit<EarlierBooking, 'day'> & CountedStart): void {
    if (booking.appointmentId !== null) this.giveUp(booking.appointmentId);
    this.booked = [...this.booked, { ...booking, day: this.dayOf(booking) }];
  }

  /** The local day on which an appointment counts. */
  dayOf(booking: BatchPair & CountedStart): number {
    const [leader = { timeZone: this.zone }] = this.snapshotOf(booking).calendars;
    return countedDay(leader, booking);
  }

  /** Counts the former time of an appointment as free from now on. */
  giveUp(appointmentId: number): void {
    this.left.add(appointmentId);
    this.booked = this.booked.filter((each) => each.appointmentId !== appointmentId);
  }

  /** On which the time of a part is read; without a provider or a place, that of the business. @throws ValidationError for unknown ids */
  zonesOf(pair: BatchPair & Pick<SomeCandidate, 'locationId' | 'keepsService'>): DateZones {
    const { providerId, locationId, keepsService } = pair;
    const snapshot = this.snapshotOf(pair);
    if (providerId !== undefined)
      return zonesFor(getBoth(snapshot, providerId, keepsService).calendar, locationId);
    return zonesFor({ timeZone: this.zone, placeZones: snapshot.placeZones }, locationId);
  }

  /**
   * The slots of a local day (days since 1970-01-01) that a part could still have, and how many starts were examined for them. A
   * deleted service has none: an appointment may outlive it. @param turns for other requests, between the providers
   */
  async slotsOn(candidate: SomeCandidate, day: number, turns: Turns): Promise<DaySearch> {
    const midnight = day * DAY_MS;
    const snapshot = this.snapshotNear(candidate, { start: midnight, end: midnight + 2 * DAY_MS });
    const { service: common, calendars, workload } = snapshot;
    if (common?.isDeleted !== false) return { slots: [], examined: 0 };
    const options = slotOptions(snapshot, candidate);
    const found = [];
    for (const calendar of calendars) {
      await turns.pause();
      const own = serviceWith(common, calendar.providerId, candidate.durationMin);
      const service = ofSeats(own, candidate.seats);
      const zones = zonesFor(calendar, candidate.locationId);
      const finder = new SlotFinder(this.now, service, calendar, options);
      found.push({ calendar, service, zones, ...finder.on(day), examined: finder.examined });
    }
    const { slots } =
      candidate.providerId === undefined ? mergedDay(dateText(day), found, workload) : singleDay(found);
    return { slots, examined: found.reduce((sum, { examined }) => sum + examined, 0) };
  }

  private snapshotAround(candidate: SomeCandidate): Snapshot {
    const start = approximateStart(candidate);
    return this.snapshotNear(candidate, { start, end: start + LONGEST_MS });
  }

  /** The part of a snapshot around a time. A verdict needs no more, and is faster with less. */
  private snapshotNear(pair: BatchPair, time: Interval): Snapshot {
    const snapshot = this.snapshotOf(pair);
    const { service, calendars, helpers, resources } = snapshot;
    if (service === undefined) return snapshot;
    const { before, after } = mostTimeAround(service);
    const { start, end } = withZoneMargin(time);
    const within = { start: start - before * MINUTE_MS, end: end + after * MINUTE_MS };
    const changes = { booked: this.booked, left: this.left };
    const changed = (calendar: ProviderCalendar) => calendarAfter(calendar, service.id, changes, within);
    return {
      ...snapshot,
      calendars: calendars.map(changed),
      helpers: helpers.map(changed),
      resources: resourcesAfter(resources, changes, within),
    };
  }

  /** Of the named provider; without one, of all. */
  private snapshotOf({ serviceId, providerId }: BatchPair): Snapshot {
    const snapshot = this.snapshots.get(serviceId);
    if (snapshot === undefined) throw new Error('the batch has no snapshot of this service');
    if (providerId === undefined) return snapshot;
    const calendars = snapshot.calendars.filter((calendar) => calendar.providerId === providerId);
    return { ...snapshot, calendars };
  }
}
