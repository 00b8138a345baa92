import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import type { Interval } from '../../platform/time/interval';
import { AvailabilityQueries, type SnapshotRequest } from './availability.queries';
import { type BatchPair, BookingBatch, keyOf } from './decisions/booking-batch';
import {
  type AppointmentStay,
  type Booking,
  type Decision,
  decisionIn,
  placementIn,
} from './decisions/decision';
import type { Placement, TakenReason } from './engine';
import { approximateStart, LONGEST_MS, type UnresolvedQuestion } from './question';
import { ResourceLock } from './snapshot/resource-lock';
import { type Snapshot, withZoneMargin } from './snapshot/snapshot';

/** Answers whether a time can be booked: loads a snapshot and asks the engine. */
@Injectable()
export class AvailabilityService {
  constructor(
    private readonly queries: AvailabilityQueries,
    private readonly resourceLock: ResourceLock,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether a start can be booked, and why not. The check endpoints and every write ask this.
   * @param tx the transaction that will act on the answer; it has locked the provider's row
   * @throws ValidationError for an unknown service or provider, an end that does not fit the start, more seats than the service
   * has, or resources that it does not need
   * @param read the snapshot, when it was read already
   */
  async decide(
    booking: Booking,
    asked: UnresolvedQuestion,
    tx?: EntityManager,
    read?: Snapshot,
  ): Promise<Decision> {
    const { serviceId, providerId, locationId } = booking;
    const { excludeAppointmentId } = asked;
    const request = { serviceId, providerId, within: around(asked), excludeAppointmentId, locationId };
    const snapshot = await this.snapshot(request, tx, read);
    return decisionIn(snapshot, this.clock.now(), booking, asked);
  }

  /**
   * Reads what `decide` needs for the move of an appointment to another start, before its service and provider are known.
   * @param booking what the change names of them
   * @param tx it locks the appointment in the statement before this one
   */
  snapshotForMove(
    id: number,
    { serviceId, providerId }: Partial<Booking>,
    asked: UnresolvedQuestion,
    tx: EntityManager,
  ): Promise<Snapshot> {
    return this.queries.snapshotOfAppointment(id, { serviceId, providerId, within: around(asked) }, tx);
  }

  /**
   * What an appointment takes that is to occupy its time again, or to change its seats or resources alone: the schedule is not
   * asked. The service may be deleted.
   * @throws ValidationError for more seats than the service has, or resources that it does not need
   */
  async placementOf(
    booking: Booking,
    stay: AppointmentStay,
    excludeAppointmentId: number,
    tx: EntityManager,
  ): Promise<Placement | TakenReason> {
    const { serviceId, providerId } = booking;
    const within = withZoneMargin(stay.busy);
    const snapshot = await this.snapshot({ serviceId, providerId, within, excludeAppointmentId }, tx);
    return placementIn(snapshot, booking, stay, excludeAppointmentId);
  }

  /**
   * What decides several bookings or changes of one write. Locks all resources of the kinds that the services need, in the order of
   * their ids; then reads one snapshot for each service with a provider.
   * @param tx the transaction that will act on the decisions; it has locked the rows of all the providers
   * @param within every start and the time from it that may be taken, but for the offset of a zone
   */
  async batch(tx: EntityManager, pairs: readonly BatchPair[], within: Interval): Promise<BookingBatch> {
    await this.resourceLock.takeNeededBy(tx, [...new Set(pairs.map(({ serviceId }) => serviceId))]);
    const snapshots = new Map<string, Snapshot>();
    for (const [key, { serviceId, providerId }] of new Map(pairs.map((pair) => [keyOf(pair), pair]))) {
      const request = { serviceId, providerId, within: withZoneMargin(within) };
      snapshots.set(key, await this.queries.snapshot(request, tx));
    }
    return new BookingBatch(this.clock.now(), snapshots);
  }

  /** A writer locks the resources that it chooses among, and reads again what is free then. */
  private async snapshot(
    request: SnapshotRequest,
    tx: EntityManager | undefined,
    read?: Snapshot,
  ): Promise<Snapshot> {
    const snapshot = read ?? (await this.queries.snapshot(request, tx));
    const needs = snapshot.service?.needs ?? [];
    if (tx === undefined || needs.length === 0) return snapshot;
    await this.resourceLock.take(
      tx,
      needs.map(({ kind }) => kind),
    );
    return this.queries.snapshot(request, tx);
  }
}

/** The interval to load for a question. */
function around(asked: UnresolvedQuestion): Interval {
  const start = approximateStart(asked);
  return withZoneMargin({ start, end: start + LONGEST_MS });
}
