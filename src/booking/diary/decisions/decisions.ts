import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import type { Interval } from '../../../platform/time/interval';
import { SnapshotQueries, type SnapshotRequest } from '../snapshot/snapshot.queries';
import { type BatchPair, BookingBatch } from './booking-batch';
import { decisionAmong } from './chosen-provider';
import { type CandidateInPlace, type Decision, decisionIn, placementIn } from './decision';
import type { Reading } from '../locks/planned-lock';
import type { Placement, TakenReason } from '../../engine';
import {
  type AnyCandidate,
  approximateStart,
  type Candidate,
  type CandidateTime,
  LONGEST_MS,
} from './candidate';
import { DayLimitLock } from '../locks/day-limit-lock';
import { ResourceLock } from '../locks/resource-lock';
import { type ReadSnapshot, type Snapshot, type SnapshotService, withZoneMargin } from '../snapshot/snapshot';
import { type Among, snapshotOf } from '../snapshot/taken';

/** A batch, with what it was read with. */
export interface ReadBatch extends Reading {
  readonly batch: BookingBatch;
}

/** Answers whether a time can be booked: loads a snapshot and calls the engine. */
@Injectable()
export class Decisions {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly queries: SnapshotQueries,
    private readonly resourceLock: ResourceLock,
    private readonly limitLock: DayLimitLock,
    private readonly clock: Clock,
  ) {}

  /**
   * Whether a start can be booked, and why not. The check endpoints and every write call this.
   * @param tx the transaction that will act on the answer; it has locked the provider's row
   * @throws ValidationError for an unknown service or provider, an end that does not fit the start, more seats than the service
   * has, or resources that it does not need
   * @param read the snapshot, when it was read already
   */
  async decide(candidate: Candidate, tx?: EntityManager, read?: Snapshot): Promise<Decision> {
    const { serviceId, providerId, locationId, excludeAppointmentId } = candidate;
    const request = { serviceId, providerId, within: around(candidate), excludeAppointmentId, locationId };
    const snapshot = await this.snapshot(request, tx, read);
    return decisionIn(snapshot, this.clock.now(), candidate);
  }

  /** As `decide`, on a booking that any provider may take. */
  async decideAny(candidate: AnyCandidate): Promise<Decision> {
    return this.decideAmong(await this.readAny(candidate), candidate);
  }

  /** Reads, without locks, what `decideAmong` decides with. @param among left out: all who may be chosen */
  async readAny(
    candidate: AnyCandidate,
    tx?: EntityManager,
    among: Among = {},
  ): Promise<ReadSnapshot & Reading> {
    const { serviceId, locationId, excludeAppointmentId, providerIds } = candidate;
    const request = { serviceId, within: around(candidate), excludeAppointmentId, locationId };
    const snapshot = await this.queries.snapshot({ providerIds, ...request, ...among }, tx);
    return { ...snapshotOf(among, snapshot), services: presentIn([snapshot]) };
  }

  /** @throws ValidationError as `decide` */
  decideAmong(snapshot: Snapshot, candidate: AnyCandidate): Decision {
    return decisionAmong(snapshot, this.clock.now(), candidate, this.config.businessTimeZone);
  }

  /**
   * Reads the snapshot with which `decide` moves an appointment to another start, before its service and provider are known.
   * @param moved the start, and the service and the provider if the change names them
   * @param tx it locks the appointment in the statement before this one
   */
  snapshotForMove(
    id: number,
    moved: Partial<Candidate> & Pick<Candidate, 'start'>,
    tx: EntityManager,
  ): Promise<Snapshot> {
    const { serviceId, providerId } = moved;
    return this.queries.snapshotOfAppointment(id, { serviceId, providerId, within: around(moved) }, tx);
  }

  /** Reads a snapshot for an appointment that gets another time of some date. @param date undefined: that which it has */
  snapshotOnDate(
    candidate: CandidateInPlace,
    date: string | undefined,
    tx: EntityManager,
  ): Promise<Snapshot> {
    const { serviceId, providerId, locationId, excludeAppointmentId, start } = candidate;
    const within = around({ start: date === undefined ? start : { date, timeMin: 0 } });
    return this.queries.snapshot({ serviceId, providerId, within, excludeAppointmentId, locationId }, tx);
  }

  /**
   * The placement of an appointment that keeps its time, but occupies it again or changes its seats or resources. The rules of the
   * schedule do not apply. The service may be deleted.
   * @throws ValidationError for more seats than the service has, or resources that it does not need
   */
  async placementOf(candidate: CandidateInPlace, tx: EntityManager): Promise<Placement | TakenReason> {
    const { serviceId, providerId, excludeAppointmentId } = candidate;
    const within = withZoneMargin(candidate.busy);
    const snapshot = await this.snapshot({ serviceId, providerId, within, excludeAppointmentId }, tx);
    return placementIn(snapshot, candidate);
  }

  /**
   * Prepares decisions on several bookings or changes of one write. Locks all resources of the kinds that the services need, in the
   * order of their ids, then the services that have a limit per day; then reads one snapshot for each service.
   * @param tx the transaction that will act on the decisions; it has locked the rows of all the providers
   * @param within all starts, and all time that the bookings may take, as if the zone were UTC
   */
  async batch(tx: EntityManager, pairs: readonly BatchPair[], within: Interval): Promise<BookingBatch> {
    await this.resourceLock.takeNeededBy(tx, [...new Set(pairs.map(({ serviceId }) => serviceId))]);
    const { batch, services } = await this.readBatch(tx, pairs, within);
    return (await this.limitLock.take(tx, services))
      ? (await this.readBatch(tx, pairs, within)).batch
      : batch;
  }

  /** Reads a batch without locks. @param among left out: all of the pairs */
  async readBatch(
    tx: EntityManager,
    pairs: readonly BatchPair[],
    within: Interval,
    among: Among = {},
  ): Promise<ReadBatch> {
    const { providerIds } = among;
    const chosen = pairs.filter(({ providerId = 0 }) => providerIds?.includes(providerId) ?? true);
    const read = await this.snapshotsOf(tx, chosen, within);
    const all = [...read.values()];
    const snapshots = new Map([...read].map(([id, snapshot]) => [id, snapshotOf(among, snapshot)]));
    return {
      batch: new BookingBatch(this.clock.now(), snapshots, this.config.businessTimeZone),
      services: presentIn(all),
      readings: all.flatMap(({ readings }) => readings),
    };
  }

  private async snapshotsOf(
    tx: EntityManager,
    pairs: readonly BatchPair[],
    within: Interval,
  ): Promise<ReadonlyMap<number, ReadSnapshot>> {
    const snapshots = new Map<number, ReadSnapshot>();
    for (const serviceId of new Set(pairs.map((pair) => pair.serviceId))) {
      const ofService = pairs.filter((pair) => pair.serviceId === serviceId);
      const providerIds = [...new Set(ofService.flatMap(({ providerId }) => providerId ?? []))];
      const whose = providerIds.length === 1 ? { providerId: providerIds[0] } : { providerIds };
      const request = { serviceId, ...whose, within: withZoneMargin(within), mayNamePlace: true };
      snapshots.set(serviceId, await this.queries.snapshot(request, tx));
    }
    return snapshots;
  }

  /** A writer locks the resources that it chooses among, and a service with a limit per day, and reads again what is free then. */
  private async snapshot(
    request: SnapshotRequest,
    tx: EntityManager | undefined,
    read?: Snapshot,
  ): Promise<Snapshot> {
    const snapshot = read ?? (await this.queries.snapshot(request, tx));
    const { service } = snapshot;
    if (tx === undefined || service === undefined) return snapshot;
    return (await this.lockShared(tx, service)) ? this.queries.snapshot(request, tx) : snapshot;
  }

  /** @returns whether there was something to lock */
  private async lockShared(tx: EntityManager, service: SnapshotService): Promise<boolean> {
    const kinds = service.needs.map(({ kind }) => kind);
    if (kinds.length > 0) await this.resourceLock.take(tx, kinds);
    return (await this.limitLock.take(tx, [service])) || kinds.length > 0;
  }
}

/** The services of some snapshots, as far as there are any. */
function presentIn(snapshots: readonly Snapshot[]): readonly SnapshotService[] {
  return snapshots.flatMap(({ service }) => service ?? []);
}

/** The interval to load for a start, of any time of its date. */
function around(time: CandidateTime): Interval {
  const start = approximateStart(time);
  return withZoneMargin({ start, end: start + LONGEST_MS });
}
