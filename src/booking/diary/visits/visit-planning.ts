import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import { Config } from '../../../platform/config/config';
import { OutdatedPlanError } from '../../../platform/database/sqlstate';
import { ValidationError } from '../../../platform/errors/errors';
import { approximateStart, type Candidate } from '../decisions/candidate';
import { CUSTOMER_LIMIT, CustomerLimit } from '../decisions/customer-limit';
import { PlannedLock, type Reading } from '../locks/planned-lock';
import { withZoneMargin } from '../snapshot/snapshot';
import { only, peopleOf, type Among } from '../snapshot/taken';
import { visitAt } from './visit-plan';
import { assertFound, type RequestedVisit, serviceOf, type VisitSnapshot } from './visit-snapshot';
import { VisitSnapshotQueries } from './visit-snapshot.queries';
import { type PlannedVisit, takenByVisit } from './planned-visit';
import { VisitRefused } from './visit-refused';

/** A snapshot of a visit, and what it was made of. */
interface ReadVisit extends Reading {
  readonly snapshot: VisitSnapshot;
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
    private readonly plannedLock: PlannedLock,
    private readonly customerLimit: CustomerLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * Whom and what to lock for a visit that is there: what the visit names and what it takes as it is planned without locks. Where others were
   * faster than two plans, all who may give an item or help with it.
   */
  async choose(tx: EntityManager, requested: RequestedVisit, start: Candidate['start']): Promise<Among> {
    if (!this.mayPlan(tx, requested)) return { providerIds: await this.snapshots.providers(requested, tx) };
    const planned = await this.planAmongAll(tx, requested, start).catch(refusalOf);
    const { providerIds = [], ...others } = takenByVisit(planned) ?? NOTHING_TAKEN;
    const named = requested.items.flatMap(({ providerId }) => providerId ?? []);
    return { ...others, providerIds: [...named, ...providerIds] };
  }

  private mayPlan(tx: EntityManager, requested: RequestedVisit): boolean {
    return mayChoose(requested) && this.plannedLock.mayPlan(tx);
  }

  private async planAmongAll(
    tx: EntityManager,
    requested: RequestedVisit,
    start: Candidate['start'],
  ): Promise<PlannedVisit | VisitRefused> {
    const { snapshot } = await this.readAmong(tx, requested, start, undefined);
    return this.planned(snapshot, requested, start);
  }

  /**
   * Plans a new visit. Where it may choose who gives an item, it locks only whom it has chosen (`PlannedLock`).
   * @param check of what it has read, before it plans @throws VisitRefused, ValidationError
   */
  async decide(
    tx: EntityManager,
    requested: RequestedVisit,
    start: Candidate['start'],
    check: (snapshot: VisitSnapshot) => Promise<void>,
  ): Promise<PlannedVisit> {
    const choosing = {
      read: (among: Among | undefined) => this.readAmong(tx, requested, start, among),
      decide: async ({ snapshot }: ReadVisit) => {
        await check(snapshot);
        return this.planned(snapshot, requested, start);
      },
      takes: takenByVisit,
      lockAll: async () => {
        const providerIds = await this.plannedLock.take(tx, {
          providerIds: await this.snapshots.providers(requested, tx),
        });
        await this.lockResources(tx, requested);
        return { providerIds };
      },
    };
    const decided = mayChoose(requested)
      ? await this.plannedLock.decide(tx, choosing)
      : await this.plannedLock.decideAmongAll(tx, choosing);
    if (decided instanceof VisitRefused) throw decided;
    return decided;
  }

  /**
   * Locks the resources, then the services that have a limit per day, each in the order of their ids, and then reads the snapshot.
   * @param among the providers that are locked, and the resources to lock; without them, all that the visit may take
   * @throws ValidationError of ids that name nothing
   */
  async read(
    tx: EntityManager,
    requested: RequestedVisit,
    start: Candidate['start'],
    among: Among,
  ): Promise<VisitSnapshot> {
    const { resourceIds } = among;
    if (resourceIds === undefined) await this.lockResources(tx, requested);
    else await this.plannedLock.takeShared(tx, { resourceIds });
    const first = await this.readAmong(tx, requested, start, among);
    const isLocked = await this.plannedLock.takeShared(tx, { services: first.services });
    return isLocked ? (await this.readAmong(tx, requested, start, among)).snapshot : first.snapshot;
  }

  private lockResources(tx: EntityManager, { items }: RequestedVisit): Promise<void> {
    return this.plannedLock.takeNeeded(
      tx,
      items.map(({ serviceId }) => serviceId),
    );
  }

  /** @throws ValidationError of ids that name nothing */
  private async readAmong(
    tx: EntityManager,
    requested: RequestedVisit,
    start: Candidate['start'],
    among: Among | undefined,
  ): Promise<ReadVisit> {
    const instant = approximateStart({ start });
    const within = withZoneMargin({ start: instant, end: instant });
    const read = await this.snapshots.snapshot(requested, within, tx);
    const snapshot = among === undefined ? read : visitOf(among, read);
    assertFound(snapshot, requested);
    const services = [...read.services.values()];
    return { snapshot, services, readings: [read.row] };
  }

  /**
   * Plans among those who are locked. What is refused is refused among all who may be chosen.
   * @throws VisitRefused, ValidationError when there are too many ways to try, OutdatedPlanError when others could take it
   */
  async plan(
    tx: EntityManager,
    snapshot: VisitSnapshot,
    requested: RequestedVisit,
    start: Candidate['start'],
  ): Promise<PlannedVisit> {
    const planned = await this.planned(snapshot, requested, start);
    if (!(planned instanceof VisitRefused)) return planned;
    if (!this.mayPlan(tx, requested)) throw planned;
    const amongAll = await this.planAmongAll(tx, requested, start);
    throw amongAll instanceof VisitRefused ? amongAll : new OutdatedPlanError();
  }

  private async planned(
    snapshot: VisitSnapshot,
    requested: RequestedVisit,
    start: Candidate['start'],
  ): Promise<PlannedVisit | VisitRefused> {
    const zone = this.config.businessTimeZone;
    const plan = await visitAt(snapshot, requested, start, this.clock.now(), zone);
    if ('visit' in plan) return { visit: plan.visit, snapshot, requested };
    return new VisitRefused(plan.refusal, plan.start, requested);
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

const NOTHING_TAKEN: Among = { helperIds: [], resourceIds: [] };

function mayChoose({ items }: RequestedVisit): boolean {
  return items.some(({ providerId }) => providerId === undefined);
}

/** What cannot be planned takes nothing. It is refused once the visit is locked, after what is judged before. */
function refusalOf(error: unknown): undefined {
  if (!(error instanceof ValidationError)) throw error;
  return undefined;
}

/** The snapshot of some alone. Who came to offer a service after the locks were taken is not among them. */
function visitOf(among: Among, snapshot: VisitSnapshot): VisitSnapshot {
  const providers = only(peopleOf(among), [...snapshot.providers], ([id]) => id);
  const resources = only(among.resourceIds, snapshot.resources, ({ id }) => id);
  return { ...snapshot, providers: new Map(providers), resources };
}
