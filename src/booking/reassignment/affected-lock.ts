import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Absence, MAX_AFFECTED, type Treatment } from '../../business/periods/affected-appointments';
import { Clock } from '../../platform/clock';
import { answersInOrder } from '../../platform/database/connection/pipeline';
import { Database } from '../../platform/database/database';
import type { Reach } from '../../platform/restrictions';
import type { ExpectedAppointment } from '../diary/writes/batch-changes';
import { BatchLock, untilLocked } from '../diary/locks/batch-lock';
import { OutdatedPlanError } from '../../platform/database/sqlstate';
import { ProviderChoice } from '../diary/decisions/provider-choice';
import { PlannedLock } from '../diary/locks/planned-lock';
import { peopleOf } from '../diary/snapshot/taken';
import { reachesProvider } from '../reach';
import { AffectedHolds, type MetHold } from './affected-holds';
import { type AffectedSelection, HELPERS, type SelectAffected } from './affected.statements';
import { type Givable, GiftPlanner, type UnlockedPlan } from './gift-planner';
import { TooManyAppointmentsError } from '../diary/writes/too-many-appointments';

/** Which appointments are affected, and what is to become of them. */
export interface Affected {
  readonly selection: SelectAffected;
  /** Those of the selection after its first, which is the present, and before those of the key. */
  readonly values: readonly unknown[];
  readonly treatment: Treatment;
  /** Whose time a request takes besides that of those who give the appointments. */
  readonly providerIds: readonly number[];
  /** The resource that is away in the place of a provider. */
  readonly resourceId?: number | undefined;
  /** The only ones who are asked; undefined: all who offer the service. */
  readonly toProviderIds?: readonly number[] | undefined;
  readonly absence?: Absence | undefined;
}

interface Selected {
  readonly selection: AffectedSelection;
  readonly values: readonly unknown[];
}

/** The appointments are those that the key may change. They are more than MAX_AFFECTED only where they are kept. */
export interface LockedAffected extends Givable {
  /** Those that an absence meets and that the key may change, in the order of time. At most MAX_AFFECTED where they are kept. */
  readonly holds: readonly MetHold[];
  /** Who takes them, as it was planned before these were locked; undefined: all who may take them are locked. */
  readonly planned: UnlockedPlan | undefined;
}

/**
 * Locks the appointments that are affected, and whom and what a plan gives them. Where others were faster than two plans, it locks all that
 * may take them.
 */
@Injectable()
export class AffectedLock {
  constructor(
    private readonly database: Database,
    private readonly choice: ProviderChoice,
    private readonly lock: BatchLock,
    private readonly holds: AffectedHolds,
    private readonly plannedLock: PlannedLock,
    private readonly planner: GiftPlanner,
    private readonly clock: Clock,
  ) {}

  /**
   * The providers by their ids, then the holds, the appointments and the resources: the order of all other writes. A narrowed key locks,
   * counts and is told its own alone.
   * @throws TooManyAppointmentsError
   */
  take(tx: EntityManager, affected: Affected, reach: Reach | undefined): Promise<LockedAffected> {
    const selection = affected.selection(reach);
    const values = [new Date(this.clock.now()), ...affected.values, ...selection.values];
    const selected = { selection, values };
    if (affected.resourceId === undefined) return this.takeThem(tx, affected, selected, reach);
    return untilLocked(tx, async (attempt) => {
      const locked = await this.takeThem(attempt, affected, selected, reach);
      await this.lockResources(attempt, affected, locked);
      // A booking of another provider may have taken the resource since, and so may a hold.
      const [again, heldAgain] = await answersInOrder([
        this.database.rows(selection.find, values, attempt),
        this.holds.find(attempt, selected, affected.treatment),
      ]);
      const isSame =
        isDeepStrictEqual(again, locked.appointments) && isDeepStrictEqual(heldAgain, locked.holds);
      return isSame ? locked : undefined;
    });
  }

  /** The resource that is away and those that a plan takes in its place, or all that may take its place. */
  private async lockResources(
    tx: EntityManager,
    { resourceId, treatment }: Affected,
    { planned, appointments }: LockedAffected,
  ): Promise<void> {
    if (resourceId === undefined) return;
    if (treatment === 'reassign' && planned === undefined) {
      await this.plannedLock.takeNeeded(tx, [...servicesOf(appointments)]);
      await this.plannedLock.takeShared(tx, { resourceIds: [resourceId] });
    } else
      await this.plannedLock.takeShared(tx, {
        resourceIds: [resourceId, ...(planned?.taken.resourceIds ?? [])],
      });
  }

  private async takeThem(
    tx: EntityManager,
    affected: Affected,
    selected: Selected,
    reach: Reach | undefined,
  ): Promise<LockedAffected> {
    const { treatment, providerIds, resourceId, absence } = affected;
    const { selection, values } = selected;
    const tiedNow = () => this.tied(tx, selected, treatment);
    let givable: Givable = { appointments: [], tied: new Set(), candidates: new Map(), resourceId, absence };
    let planned: UnlockedPlan | undefined;
    let holds: LockedAffected['holds'] = [];
    const othersFor = async (attempt: EntityManager, found: readonly ExpectedAppointment[]) => {
      if (treatment !== 'keep' && found.length > MAX_AFFECTED) throw new TooManyAppointmentsError();
      if (treatment !== 'reassign') return { providerIds };
      const candidates = await this.candidatesFor(attempt, found, affected, reach);
      givable = { ...givable, appointments: found, candidates };
      if (!this.plans(tx))
        return { providerIds: [...providerIds, ...(await this.allOf(attempt, candidates))] };
      givable = { ...givable, tied: await tiedNow() };
      planned = await this.planner.planUnlocked(attempt, givable);
      return { providerIds: [...providerIds, ...peopleOf(planned.taken)] };
    };
    const { expected } = await this.lock.take(tx, selection, values, othersFor, async (attempt) => {
      holds = await this.holds.find(attempt, selected, treatment);
    });
    const tied = await tiedNow();
    if (planned !== undefined && !isDeepStrictEqual(tied, givable.tied)) throw new OutdatedPlanError();
    return { ...givable, appointments: expected, holds, tied, planned };
  }

  /** A dry run plans once: it locks nothing. */
  private plans(tx: EntityManager): boolean {
    return !this.database.isReadOnly(tx) && this.plannedLock.mayPlan(tx);
  }

  private async tied(
    tx: EntityManager,
    { selection, values }: Selected,
    treatment: Treatment,
  ): Promise<ReadonlySet<number>> {
    if (treatment !== 'reassign' || selection.tied === undefined) return new Set();
    const rows = await this.database.rows<{ id: number }>(selection.tied, values, tx);
    return new Set(rows.map(({ id }) => id));
  }

  /** All who may take the appointments, or help with them. */
  private async allOf(tx: EntityManager, candidates: Givable['candidates']): Promise<readonly number[]> {
    const helpers = await this.database.rows<{ id: number }>(HELPERS, [[...candidates.keys()]], tx);
    return [...[...candidates.values()].flat(), ...helpers.map(({ id }) => id)];
  }

  private async candidatesFor(
    tx: EntityManager,
    found: readonly ExpectedAppointment[],
    { toProviderIds, resourceId }: Affected,
    reach: Reach | undefined,
  ): Promise<Givable['candidates']> {
    const candidates = new Map<number, readonly number[]>();
    for (const serviceId of servicesOf(found)) {
      const giving = found.filter((each) => each.serviceId === serviceId).map(({ providerId }) => providerId);
      const ids =
        resourceId === undefined
          ? (toProviderIds ?? (await this.choice.choosable(tx, { serviceId })))
          : [...new Set(giving)];
      candidates.set(
        serviceId,
        ids.filter((id) => reachesProvider(reach, id)),
      );
    }
    return candidates;
  }
}

function servicesOf(appointments: readonly ExpectedAppointment[]): ReadonlySet<number> {
  return new Set(appointments.map(({ serviceId }) => serviceId));
}
