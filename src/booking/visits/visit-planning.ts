import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { type BookedTime, bookedTime } from '../appointments/new-appointment';
import { approximateStart, type Candidate } from '../availability/candidate';
import { CUSTOMER_LIMIT, CustomerLimit } from '../availability/decisions/customer-limit';
import type { Placement, Visit } from '../availability/engine';
import { DayLimitLock } from '../availability/snapshot/day-limit-lock';
import { ResourceLock } from '../availability/snapshot/resource-lock';
import { withZoneMargin } from '../availability/snapshot/snapshot';
import { serviceWith } from '../availability/snapshot/terms';
import { visitAt } from '../availability/visits/visit-plan';
import {
  assertFound,
  type RequestedVisit,
  serviceOf,
  type VisitSnapshot,
} from '../availability/visits/visit-snapshot';
import { VisitSnapshotQueries } from '../availability/visits/visit-snapshot.queries';
import { VisitRefused } from './visits.errors';

export interface PlannedVisit {
  readonly visit: Visit;
  readonly snapshot: VisitSnapshot;
  readonly requested: RequestedVisit;
}

/** What an item of a planned visit takes. */
export interface PlannedTime extends BookedTime {
  readonly placement: Placement;
}

/** Whose limits count. */
interface LimitedCustomer {
  readonly customerId: number;
  /** How many appointments of a service the visit has already. */
  readonly had: (serviceId: number) => number;
}

/** Plans visits in the transactions that write them: the visit that a search would find at this instant, or none. */
@Injectable()
export class VisitPlanning {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly snapshots: VisitSnapshotQueries,
    private readonly resourceLock: ResourceLock,
    private readonly limitLock: DayLimitLock,
    private readonly customerLimit: CustomerLimit,
    private readonly clock: Clock,
  ) {}

  /** The ids of all providers who may give an item or help with it: they are locked first, in this order. */
  providers(tx: EntityManager, requested: RequestedVisit): Promise<readonly number[]> {
    return this.snapshots.providers(requested, tx);
  }

  /**
   * Locks all resources that a visit may take, then the services that have a limit per day, each in the order of their ids, and then
   * reads the snapshot.
   * @param locked by the ids of the providers that are locked @throws ValidationError of ids that name nothing
   */
  async read(
    tx: EntityManager,
    requested: RequestedVisit,
    start: Candidate['start'],
    locked: ReadonlyMap<number, unknown>,
  ): Promise<VisitSnapshot> {
    await this.resourceLock.takeNeededBy(
      tx,
      requested.items.map(({ serviceId }) => serviceId),
    );
    const instant = approximateStart({ start });
    const within = withZoneMargin({ start: instant, end: instant });
    const read = () => this.snapshots.snapshot(requested, within, tx);
    const first = await read();
    const isLocked = await this.limitLock.take(tx, [...first.services.values()]);
    const snapshot = onlyWith(locked, isLocked ? await read() : first);
    assertFound(snapshot, requested);
    return snapshot;
  }

  /** @throws VisitRefused, ValidationError when there are too many ways to try */
  plan(snapshot: VisitSnapshot, requested: RequestedVisit, start: Candidate['start']): PlannedVisit {
    const plan = visitAt(snapshot, requested, start, this.clock.now(), this.config.businessTimeZone);
    if ('visit' in plan) return { visit: plan.visit, snapshot, requested };
    throw new VisitRefused(plan.refusal, plan.start, requested);
  }

  /** @throws VisitRefused of the first item with which the customer has too many appointments of a service ahead */
  async assertWithinLimits(
    tx: EntityManager,
    { visit, snapshot, requested }: PlannedVisit,
    { customerId, had }: LimitedCustomer,
  ): Promise<void> {
    const left = new Map<number, number>();
    for (const [item, each] of requested.items.entries()) {
      const service = serviceOf(snapshot, each);
      const more =
        left.get(service.id) ?? (await this.customerLimit.left(tx, service, customerId)) + had(service.id);
      if (more === 0) {
        const refusal = { item, reason: 'limit_reached', limit: CUSTOMER_LIMIT } as const;
        throw new VisitRefused(refusal, visit.start, requested);
      }
      left.set(service.id, more - 1);
    }
  }
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
    return { ...bookedTime(candidate, { verdict, service, timeZone }), placement };
  });
}

/** The snapshot without those who came to offer a service after the locks were taken. */
function onlyWith(locked: ReadonlyMap<number, unknown>, snapshot: VisitSnapshot): VisitSnapshot {
  return { ...snapshot, providers: new Map([...snapshot.providers].filter(([id]) => locked.has(id))) };
}
